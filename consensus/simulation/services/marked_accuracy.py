"""How near the truths of a simulated campaign are to what is true, and how near its authors were before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from django.db.models import Sum

from annotator.marking.segments import Segment, joined
from annotator.models import Ask, AskedPiece, AskState
from consensus.labels.selectors.marked import verdicts_with_truth
from consensus.models import TruthSegment, VerdictKind
from consensus.simulation.marking.accuracy import Accuracy, accuracy_of
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.services.marked_world import MarkedWorld
from consensus.simulation.services.marking_driver import PlayedMarking
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign


def accuracy_of_truths(campaign: Campaign, world: MarkedWorld) -> Accuracy | None:
    """Over the questions that have a truth; None while there is none."""
    found: dict[int, list[Segment]] = defaultdict(list)
    segments = TruthSegment.objects.filter(verdict__in=verdicts_with_truth(campaign)).order_by("start_ms")
    for ask, start_ms, end_ms in segments.values_list("verdict__pair__ask", "start_ms", "end_ms"):
        found[ask].append(Segment(start_ms, end_ms))
    return _accuracy(campaign, world, found)


def accuracy_of_authors(campaign: Campaign, world: MarkedWorld) -> Accuracy | None:
    """The same if the markings of their authors were the truths of these questions."""
    gap_ms = newest_protocol(campaign).marking.protocol.gap_ms
    asks = Ask.objects.filter(pair__in=verdicts_with_truth(campaign).values("pair"))
    found = {
        ask: joined((Segment(*one) for one in segments), gap_ms=gap_ms)
        for ask, segments in asks.values_list("pk", "segments")
    }
    return _accuracy(campaign, world, found)


def _accuracy(campaign: Campaign, world: MarkedWorld, found: Mapping[int, Sequence[Segment]]) -> Accuracy | None:
    rows = campaign.asks.filter(pk__in=found).values_list("pk", "video", "text")
    asked: list[tuple[TrueQuestion, int]] = [(world.by_text[video, text], pk) for pk, video, text in rows]
    return accuracy_of((question.truth, found[pk]) for question, pk in asked) if asked else None


def figures_of_marking(campaign: Campaign, world: MarkedWorld, played: PlayedMarking) -> dict[str, object]:
    """What a simulation reports: counts, hours of work by role, and accuracy beside that of the authors."""
    counts = Counter(campaign.asks.values_list("state", flat=True))
    hours = {role: round(seconds / 3600, 2) for role, seconds in asdict(played.hours).items()}
    truths, authors = accuracy_of_truths(campaign, world), accuracy_of_authors(campaign, world)
    return {
        "questions": world.size,
        "written": played.written,
        **{str(state): counts[state] for state in AskState.values},
        "returns": campaign.asks.aggregate(all=Sum("returns"))["all"] or 0,
        "pieces": AskedPiece.objects.filter(pair__campaign=campaign).count(),
        "adjudicated": verdicts_with_truth(campaign).filter(kind=VerdictKind.ADJUDICATED).count(),
        "video_hours": round(world.hours, 2),
        **{f"{role}_hours": one for role, one in hours.items()},
        "third_share": round(played.hours.third_share, 4),
        **({} if truths is None else _rounded("", truths)),
        **({} if authors is None else _rounded("authors_", authors)),
        "from": played.started_at.isoformat(timespec="seconds"),
        "to": played.ended_at.isoformat(timespec="seconds"),
    }


def _rounded(prefix: str, accuracy: Accuracy) -> dict[str, float]:
    return {f"{prefix}{name}": round(value, 4) for name, value in asdict(accuracy).items()}
