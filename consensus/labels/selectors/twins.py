"""Streams the moments of a twins campaign that have captions, what people answered, and what was dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import F, Q, QuerySet

from annotator.models import Assignment, Judgement, TwinCaption
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.twins.answers import check_result
from annotator.twins.tasks import LOOKALIKES, TwinTask
from consensus.labels.twin_rows import (
    TRAIN,
    TWIN_SPLITS,
    AssignmentRow,
    ClipCaption,
    DescribedMoment,
    DroppedMoment,
    JudgementRow,
)
from consensus.models import CaptionRewrite, TwinOutcome, TwinTruth, Verdict, VerdictKind, VideoSplit
from moments.models import Campaign, Direction, Pair

CHUNK = 2000
WITH_CAPTIONS = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)
CAPTION = (
    "score__seat__pair__moment",
    "score__seat__pair",
    "score__seat__pair__moment__desc_id",
    "score__seat__pair__moment__as_forward__backward__desc_id",
    "score__seat__pair__moment__video__name",
    "score__seat__pair__moment__video__duration_s",
    "score__seat__pair__moment__video__placed__split",
    "score__seat__pair__moment__start_s",
    "score__seat__pair__moment__end_s",
    "forward_text",
    "backward_text",
)


def described_moments(campaign: Campaign) -> Iterator[DescribedMoment]:
    """The moments whose captions are accepted, by `desc_id`; `split` is empty where none was drawn."""
    truths = {
        moment: (criterion, kind == VerdictKind.ADJUDICATED)
        for moment, criterion, kind in _truths(campaign).values_list(
            "verdict__pair__moment", "criterion", "verdict__kind"
        )
    }
    accepted = _standing(campaign, TwinTask.CAPTION).filter(kind__in=WITH_CAPTIONS)
    by_lead = set(accepted.filter(kind=VerdictKind.ADJUDICATED).values_list("pair", flat=True))
    ordered = accepted_captions(campaign).order_by("score__seat__pair__moment__desc_id")
    rewrites_of = _rewrites(campaign)
    for moment, pair, number, twin, video, duration, split, start, end, forward, backward in _read(ordered, *CAPTION):
        if moment not in truths:
            continue
        criterion, judged_by_lead = truths[moment]
        rewrites = rewrites_of(number)
        yield DescribedMoment(
            video_name=video,
            start_s=start,
            end_s=end,
            duration_s=duration,
            split=split or "",
            criterion=criterion,
            forward=_clip(number, Direction.FORWARD, forward, rewrites),
            backward=_clip(twin, Direction.BACKWARD, backward, rewrites) if backward else None,
            adjudicated=judged_by_lead or pair in by_lead,
        )


def accepted_captions(campaign: Campaign) -> QuerySet[TwinCaption]:
    """The captions of writing whose verdict stands, each with those of both directions."""
    accepted = _standing(campaign, TwinTask.CAPTION).filter(kind__in=WITH_CAPTIONS)
    return _live(TwinCaption.objects.filter(score__seat__pair__in=accepted.values("pair"), **_current(campaign)))


def training_captions(campaign: Campaign) -> QuerySet[TwinCaption]:
    """The accepted captions of the clips that are in training, by `desc_id` of the forward moment."""
    wanted = _truths(campaign).values("verdict__pair__moment")
    placed = {"score__seat__pair__moment__video__placed__split": TRAIN, "score__seat__pair__moment__in": wanted}
    return accepted_captions(campaign).filter(**placed).order_by("score__seat__pair__moment__desc_id")


def _clip(number: int, direction: Direction, text: str, rewrites: list[tuple[str, str]]) -> ClipCaption:
    own = tuple(rewrite for way, rewrite in rewrites if way == direction)
    return ClipCaption(str(number), direction.value, text, own)


def _rewrites(campaign: Campaign) -> Callable[[int], list[tuple[str, str]]]:
    """Gives the rewrites that stand of one forward moment after another, in the order in which they were kept.

    Moments are asked for by their `desc_id`, which grows from one to the next.
    """
    standing = CaptionRewrite.objects.filter(pair__campaign=campaign, stands=True)
    ordered = standing.order_by("pair__moment__desc_id", "pk")
    rows = _read(ordered, "pair__moment__desc_id", "direction", "text")
    ahead = next(rows, None)

    def of_moment(number: int) -> list[tuple[str, str]]:
        nonlocal ahead
        found = []
        while ahead is not None and ahead[0] <= number:
            if ahead[0] == number:
                found.append(ahead[1:])
            ahead = next(rows, None)
        return found

    return of_moment


def judgement_rows(campaign: Campaign) -> Iterator[JudgementRow]:
    """Every judgement that counts, by moment, round and seat."""
    rows = _live(Judgement.objects.filter(**_current(campaign)))
    ordered = rows.order_by("score__seat__pair__moment__desc_id", "score__seat__round", "score__seat__number")
    fields = ("score__seat__pair__moment__desc_id", "score__seat__round", "score__annotator__pseudonym", "temporal")
    for number, round_number, worker, temporal, criterion, unreal in _read(ordered, *fields, "criterion", "unreal"):
        yield JudgementRow(str(number), round_number, worker, temporal, criterion or None, unreal or None)


def assignment_rows(campaign: Campaign) -> Iterator[AssignmentRow]:
    """Every assignment that people made, of captions that came back too, by clip, attempt and seat."""
    rows = _live(Assignment.objects.filter(score__current=True, score__seat__campaign=campaign))
    ordered = rows.order_by(
        "score__seat__pair__moment__desc_id",
        "score__seat__attempt",
        "score__seat__round",
        "score__seat__number",
    )
    fields = (
        "score__seat__pair__moment",
        "score__seat__pair__moment__desc_id",
        "score__seat__attempt",
        "score__seat__round",
        "score__annotator__pseudonym",
        "chosen",
    )
    for moment, number, attempt, round_number, worker, chosen in _read(ordered, *fields):
        among = "twins" if round_number == 1 else LOOKALIKES
        yield AssignmentRow(str(number), attempt, among, worker, check_result(chosen, right=moment).value)


def dropped_moments(campaign: Campaign) -> Iterator[DroppedMoment]:
    """The moments that ended without a caption, by `desc_id`: dropped by the rules or a lead, or withdrawn."""
    fields = ("pair__moment__desc_id", "pair__moment__video__name", "kind", "reason", "twin_truth__temporal")
    ended = _standing(campaign, TwinTask.JUDGE).filter(
        Q(twin_truth__outcome=TwinOutcome.DROPPED) | Q(kind=VerdictKind.WITHDRAWN)
    )
    for number, video, kind, reason, temporal in _read(ended.order_by("pair__moment__desc_id"), *fields):
        if kind == VerdictKind.WITHDRAWN:
            yield DroppedMoment(str(number), video, kind, reason)
        else:
            why = "the forward clip looks unreal" if temporal else "the order of time does not matter"
            yield DroppedMoment(str(number), video, TwinOutcome.DROPPED.value, reason or why)


def drawn_splits(campaign: Campaign) -> list[str]:
    """The splits that hold videos, in their usual order; none before they were drawn."""
    found = set(VideoSplit.objects.filter(video__campaign=campaign).values_list("split", flat=True).distinct())
    return [split for split in TWIN_SPLITS if split in found]


def twin_stages(campaign: Campaign) -> dict[str, int]:
    """How many opened clips wait for judges, for captions and checks, have accepted captions, or are dropped."""
    opened = Pair.objects.filter(campaign=campaign, query__query_id=TwinTask.JUDGE.query_id).count()
    judged = _standing(campaign, TwinTask.JUDGE).count()
    wanted = _truths(campaign).count()
    accepted = _standing(campaign, TwinTask.CAPTION).filter(
        kind__in=WITH_CAPTIONS, pair__moment__in=_truths(campaign).values("verdict__pair__moment")
    )
    described = accepted.count()
    return {
        "to be judged": opened - judged,
        "to be described or checked": wanted - described,
        "with accepted captions": described,
        "dropped or withdrawn": judged - wanted,
    }


WITHOUT_VERDICT = "moment that is not judged yet", "moments that are not judged yet"
WITHOUT_CAPTIONS = "moment whose captions are not accepted yet", "moments whose captions are not accepted yet"
WITHOUT_SPLIT = "moment that is in no split", "moments that are in no split"


def unfinished_twins(campaign: Campaign) -> dict[str, int]:
    """What keeps the campaign from being finished, with counts; empty when it is."""
    judged = _standing(campaign, TwinTask.JUDGE)
    described = _standing(campaign, TwinTask.CAPTION).filter(kind__in=(*WITH_CAPTIONS, VerdictKind.WITHDRAWN))
    wanted = _truths(campaign).values("verdict__pair__moment")
    pairs = Pair.objects.filter(campaign=campaign)
    unplaced = described.filter(kind__in=WITH_CAPTIONS, pair__moment__in=wanted, pair__moment__video__placed=None)
    found = [
        (
            pairs.filter(query__query_id=TwinTask.JUDGE.query_id).exclude(pk__in=judged.values("pair")).count(),
            *WITHOUT_VERDICT,
        ),
        (
            pairs.filter(query__query_id=TwinTask.CAPTION.query_id, moment__in=wanted)
            .exclude(pk__in=described.values("pair"))
            .count(),
            *WITHOUT_CAPTIONS,
        ),
        (unplaced.count(), *WITHOUT_SPLIT),
    ]
    return {one if count == 1 else many: count for count, one, many in found if count}


def _truths(campaign: Campaign) -> QuerySet[TwinTruth]:
    standing = _standing(campaign, TwinTask.JUDGE).filter(kind__in=WITH_CAPTIONS)
    return TwinTruth.objects.filter(verdict__in=standing).exclude(outcome=TwinOutcome.DROPPED)


def _standing(campaign: Campaign, task: TwinTask) -> QuerySet[Verdict]:
    """The verdicts that stand on the pairs of a task."""
    return Verdict.objects.filter(
        pair__campaign=campaign,
        pair__query__query_id=task.query_id,
        superseded=False,
        attempt=F("pair__attempt"),
    )


def _current(campaign: Campaign) -> dict[str, Any]:
    return {
        "score__current": True,
        "score__seat__campaign": campaign,
        "score__seat__attempt": F("score__seat__pair__attempt"),
    }


def _live(rows: QuerySet[Any]) -> QuerySet[Any]:
    seats = {f"score__seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    return rows.filter(**seats)


def _read(rows: QuerySet[Any, Any], *fields: str) -> Iterator[Any]:
    return rows.values_list(*fields).iterator(chunk_size=CHUNK)
