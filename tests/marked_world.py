"""Stores decided questions on long videos straight into the tables, a thousand at a time: for exports and benches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db import transaction

from annotator.marking.segments import Segment
from annotator.models import (
    Ask,
    AskState,
    DerivedAsk,
    MarkedAnswer,
    MarkedSegment,
    Membership,
    Score,
    Seat,
    Share,
)
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.simulation.marking.world import draw_world
from moments.campaign.selectors import newest_protocol
from moments.models import Batch, Campaign, Moment, Pair, Query, Video
from tests.factories import NOW

AT_ONCE = 1000


@dataclass(frozen=True)
class WorldQuestion:
    """A question with its truth; with `shown_ms` it has an image of its own video, with `window` a clip around it."""

    truth: tuple[Segment, ...]
    text: str = "Where is it?"
    split: str = "test"
    shown_ms: int | None = None
    window: tuple[int, int] | None = None
    caption: str = ""
    adjudicated: bool = False


@dataclass(frozen=True)
class WorldVideo:
    """A video and what is asked about it."""

    name: str
    duration_ms: int
    domain: str = "sports"
    questions: list[WorldQuestion] = field(default_factory=list)


def drawn_videos(seed: int, *, videos: int, questions: int) -> list[WorldVideo]:
    """Videos and questions of the published sizes; a third of the questions has an image, a third a caption."""
    draw = random.Random(seed)
    domains = ("sports", "egocentric", "movies", "cartoons", "anomalies")
    found = []
    world = draw_world(draw, videos=videos, questions=questions)
    for number, asked in groupby(world, key=lambda one: one.video):
        own = list(asked)
        duration_ms = own[0].duration_ms
        made = WorldVideo(f"video_{number:04}", duration_ms, domains[number % 5])
        for one in own:
            shown = draw.randrange(duration_ms)
            free = not any(truth.start_ms <= shown < truth.end_ms for truth in one.truth)
            has_image = free and duration_ms > 10_000 and draw.random() < 1 / 3
            window = (max(0, shown - 1000), min(duration_ms, shown + 1500))
            caption = "somebody walks across the square and looks back" if draw.random() < 1 / 3 else ""
            made.questions.append(
                WorldQuestion(
                    one.truth,
                    f"When does somebody do number {len(made.questions)} of the things in video {number}?",
                    shown_ms=shown if has_image else None,
                    window=window if has_image else None,
                    caption=caption,
                )
            )
        found.append(made)
    return found


@transaction.atomic
def store_world(
    campaign: Campaign,
    videos: Iterable[WorldVideo],
    author: Membership,
    marker: Membership,
    *,
    markings: bool = True,
    blurred: Callable[[Segment], Segment] | None = None,
) -> None:
    """Everything that an export reads: questions, both people's markings, verdicts, truths.

    Both people mark the truth, the marker as `blurred` makes it, if it is given.
    """
    protocol, number = newest_protocol(campaign), campaign.asks.count()
    asked: list[tuple[WorldQuestion, Ask]] = []
    for video in videos:
        moment, batch, shares = _place(campaign, video, (author, marker), protocol)
        for question in video.questions:
            number += 1
            asked.append((question, _question(campaign, number, question, moment, batch, author)))
            asked[-1][1].shares = shares
    _many(Query, [ask.pair.query for _, ask in asked])
    _many(Pair, [ask.pair for _, ask in asked])
    _many(Ask, [ask for _, ask in asked])
    verdicts = _many(Verdict, [_verdict(question, ask, protocol) for question, ask in asked])
    pairs = list(zip(verdicts, asked, strict=True))
    _many(
        TruthSegment,
        [
            TruthSegment(verdict=verdict, start_ms=truth.start_ms, end_ms=truth.end_ms)
            for verdict, (question, _) in pairs
            for truth in question.truth
        ],
    )
    _many(DerivedAsk, [made for question, ask in asked for made in _derived(question, ask)])
    for place, member in ((1, author), (2, marker)) if markings else ():
        _markings(asked, place, member, blurred if place == 2 else None)


def _place(
    campaign: Campaign, video: WorldVideo, people: Sequence[Membership], protocol: object
) -> tuple[Moment, Batch, list[Share]]:
    stored = Video.objects.create(
        campaign=campaign, name=video.name, duration_s=video.duration_ms / 1000, domain=video.domain
    )
    number = campaign.moments.count() + 1
    length = {"start_s": 0, "end_s": video.duration_ms / 1000, "kind": "v", "whole": True}
    moment = Moment.objects.create(
        campaign=campaign, video=stored, desc_id=number, description="", caption="", **length
    )
    batch = Batch.objects.create(campaign=campaign, video=stored, number=1, protocol=protocol, opened_at=NOW)
    shares = [
        Share.objects.create(campaign=campaign, batch=batch, number=place, annotator=member)
        for place, member in enumerate(people, start=1)
    ]
    return moment, batch, shares


def _question(
    campaign: Campaign, number: int, question: WorldQuestion, moment: Moment, batch: Batch, author: Membership
) -> Ask:
    query = Query(campaign=campaign, query_id=number, split=question.split, text=question.text)
    pair = Pair(campaign=campaign, query=query, moment=moment, number=number, rank=1, similarity=0, batch=batch)
    shown = question.shown_ms is not None
    return Ask(
        campaign=campaign,
        number=number,
        video=moment.video,
        task="ims" if shown else "ms",
        text=question.text,
        condition_video=moment.video if shown else None,
        condition_ms=question.shown_ms,
        author=author,
        batch=batch,
        pair=pair,
        state=AskState.ACCEPTED,
        segments=[[one.start_ms, one.end_ms] for one in question.truth],
        created_at=NOW,
        changed_at=NOW,
    )


def _verdict(question: WorldQuestion, ask: Ask, protocol: object) -> Verdict:
    if question.adjudicated:
        ending = {"kind": VerdictKind.ADJUDICATED, "actor": "L1", "reason": "both are right"}
    else:
        ending = {"kind": VerdictKind.AGREED, "actor": "rule", "round": 1}
    return Verdict(pair=ask.pair, attempt=1, protocol=protocol, decided_at=NOW, **ending)


def _derived(question: WorldQuestion, ask: Ask) -> list[DerivedAsk]:
    accepted = {"state": "accepted", "requester": "L1", "actor": "A2", "made_at": NOW, "decided_at": NOW}
    found = []
    if question.caption:
        found.append(DerivedAsk(ask=ask, task="ca", text=question.caption, **accepted))
    if question.window:
        start_ms, end_ms = question.window
        found.append(DerivedAsk(ask=ask, task="vms", start_ms=start_ms, end_ms=end_ms, **accepted))
    return found


def _markings(
    asked: Sequence[tuple[WorldQuestion, Ask]],
    place: int,
    member: Membership,
    blurred: Callable[[Segment], Segment] | None,
) -> None:
    seats = _many(
        Seat,
        [
            Seat(
                campaign=ask.campaign,
                pair=ask.pair,
                share=ask.shares[place - 1],
                round=1,
                number=place,
                state="settled",
                annotator=member,
            )
            for _, ask in asked
        ],
    )
    when = {"saved_at": NOW, "worked_at": NOW, "changeable_until": NOW}
    scores = _many(
        Score,
        [
            Score(seat=seat, annotator=member, key=f"w{place}-{seat.pair.number}", current=True, final=True, **when)
            for seat in seats
        ],
    )
    judged = {"is_specific": True, "is_complete": True} if place == 2 else {}
    answers = _many(MarkedAnswer, [MarkedAnswer(score=score, kind="segments", **judged) for score in scores])
    _many(
        MarkedSegment,
        [
            MarkedSegment(answer=answer, start_ms=one.start_ms, end_ms=one.end_ms)
            for answer, (question, _) in zip(answers, asked, strict=True)
            for one in (map(blurred, question.truth) if blurred else question.truth)
        ],
    )


def _many(model: type, rows: list) -> list:
    return model.objects.bulk_create(rows, batch_size=AT_ONCE)
