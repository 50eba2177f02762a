"""Searches a marking campaign for answers and truths that the rules of marking do not allow (M1–M6)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from annotator.models import (
    AnswerKind,
    Ask,
    AskState,
    DerivedAsk,
    DerivedState,
    DerivedTask,
    MarkedSegment,
    Score,
    Seat,
    SeatState,
    Viewing,
)
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.decisions.selectors.verdicts import scored_rounds, verdict_of_pair
from consensus.derived.selectors import outdated
from consensus.marking.ledger_kinds import QUESTION_FOR_LEAD
from consensus.marking.windows import LONGEST_WINDOW_MS, SHORTEST_WINDOW_MS
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.selectors.complete import questions_for_lead
from consensus.verify.selectors.pool_breaches import pool_breaches
from consensus.verify.selectors.truth_breaches import truth_breaches
from moments.models import Campaign, LedgerEntry

DECIDED = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)


def marking_breaches(campaign: Campaign, *, due: datetime) -> Iterator[str]:
    """Each breach as one line that begins with its rule; `due` is when what is ruled on now should have been ready."""
    yield from _answers(campaign)
    yield from _attempts(campaign)
    yield from truth_breaches(campaign)
    yield from _states(campaign)
    yield from _derived(campaign)
    yield from pool_breaches(campaign)
    yield from _late(campaign, due)


def _answers(campaign: Campaign) -> Iterator[str]:
    scores = Score.objects.filter(seat__campaign=campaign)
    for score in scores.filter(Q(relevance__isnull=False) | Q(answer=None)).values_list("pk", flat=True):
        yield f"M1: score {score} is not a marking"
    says_segments = scores.filter(answer__kind=AnswerKind.SEGMENTS, answer__segments=None)
    for score in says_segments.values_list("pk", flat=True):
        yield f"M1: score {score} says that there are segments, but has none"
    segments = MarkedSegment.objects.filter(answer__score__seat__campaign=campaign)
    ends = F("answer__score__seat__pair__moment__end_s") * 1000 + 1
    for score in segments.filter(end_ms__gt=ends).values_list("answer", flat=True).distinct():
        yield f"M1: score {score} has a segment beyond the end of its video"
    shortest = "answer__score__seat__pair__batch__protocol__marking__shortest_ms"
    rows = segments.order_by("answer", "piece", "start_ms").values_list(
        "answer", "piece", "start_ms", "end_ms", shortest
    )
    before = None
    for score, piece, start_ms, end_ms, shortest_ms in rows:
        if shortest_ms is not None and end_ms - start_ms < shortest_ms:
            yield f"M1: score {score} has a segment of {end_ms - start_ms} ms; the shortest lasts {shortest_ms} ms"
        if before is not None and before[:2] == (score, piece) and start_ms < before[2]:
            yield f"M1: score {score} has segments that overlap, at {start_ms} ms"
        before = score, piece, end_ms


def _attempts(campaign: Campaign) -> Iterator[str]:
    """Answers that count though their question is at another attempt, in which they were voided or replaced."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign).exclude(attempt=F("pair__attempt"))
    for number, attempt, reached in live.order_by("pk").values_list("pair__number", "attempt", "pair__attempt"):
        yield f"I2: a seat of attempt {attempt} counts for question {number}, which is at attempt {reached}"


def _states(campaign: Campaign) -> Iterator[str]:
    """Questions whose state is not what their verdict says."""
    asks = Ask.objects.filter(campaign=campaign, pair__isnull=False)
    verdict = Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"), superseded=False)
    decided = Exists(verdict.filter(kind__in=DECIDED))
    for number in asks.filter(state=AskState.ACCEPTED).exclude(decided).values_list("number", flat=True):
        yield f"M2: question {number} counts as accepted, but has no truth"
    for number in asks.exclude(state=AskState.ACCEPTED).filter(decided).values_list("number", flat=True):
        yield f"M2: question {number} has a truth, but does not count as accepted"
    without = Verdict.objects.filter(pair__campaign=campaign, superseded=False, kind__in=DECIDED, segments=None)
    for number in without.values_list("pair__number", flat=True):
        yield f"M2: the truth of question {number} has no segment"
    back = Exists(verdict.filter(kind=VerdictKind.RETURNED))
    for number in asks.filter(state=AskState.RETURNED).exclude(back).values_list("number", flat=True):
        yield f"M4: question {number} was returned without a verdict that says so"


def _derived(campaign: Campaign) -> Iterator[str]:
    """Windows that show a truth of their own question or do not hold its image, and what shows an earlier truth."""
    windows = DerivedAsk.objects.filter(
        ask__campaign=campaign,
        task=DerivedTask.VMS,
        state=DerivedState.ACCEPTED,
        ask__condition_video=F("ask__video"),
    )
    shown = TruthSegment.objects.filter(
        verdict__pair__ask=OuterRef("ask"),
        verdict__superseded=False,
        start_ms__lt=OuterRef("end_ms"),
        end_ms__gt=OuterRef("start_ms"),
    )
    for number in windows.filter(Exists(shown)).values_list("ask__number", flat=True):
        yield f"M5: the clip of question {number} shows a part of its answer"

    for number in outdated(campaign).filter(state=DerivedState.ACCEPTED).values_list("ask__number", flat=True):
        yield f"M5: what was made from question {number} shows an earlier truth"
    made = DerivedAsk.objects.filter(ask__campaign=campaign, task=DerivedTask.VMS, state=DerivedState.ACCEPTED)
    length = F("end_ms") - F("start_ms")
    unfit = made.annotate(length=length).filter(
        Q(length__lt=SHORTEST_WINDOW_MS)
        | Q(length__gt=LONGEST_WINDOW_MS)
        | Q(start_ms__gt=F("ask__condition_ms"))
        | Q(end_ms__lte=F("ask__condition_ms"))
    )
    for number in unfit.values_list("ask__number", flat=True):
        yield f"M5: the clip of question {number} is too short or too long, or does not contain its image"
    for number in made.filter(end_ms__gt=F("ask__condition_video__duration_s") * 1000 + 1).values_list(
        "ask__number", flat=True
    ):
        yield f"M5: the clip of question {number} goes beyond the end of its video"


def _late(campaign: Campaign, due: datetime) -> Iterator[str]:
    for row in scored_rounds(campaign, due=due, complete=Q(round=1, seats=2) | Q(round=2)):
        yield f"I4: round {row['round']} of question {row['pair__number']} is complete, but nothing followed"
    yield from _without_marker(campaign, due)
    alive = Seat.objects.filter(
        LIVE_CAMPAIGN,
        pair=OuterRef("pk"),
        attempt=OuterRef("attempt"),
        state__in=[SeatState.OPEN, SeatState.RESERVED, SeatState.HELD, SeatState.SCORED],
    )
    told = LedgerEntry.objects.filter(campaign=campaign, kind=QUESTION_FOR_LEAD.name, pair_number=OuterRef("number"))
    for_lead = questions_for_lead(campaign).filter(Exists(told)).values("pk")
    waiting = campaign.pairs.filter(~Exists(verdict_of_pair()), ~Exists(alive), batch__isnull=False)
    for number in waiting.exclude(pk__in=for_lead).order_by("number").values_list("number", flat=True):
        yield f"I5: question {number} is undecided, but none of its seats is waiting for a marking"


def _without_marker(campaign: Campaign, due: datetime) -> Iterator[str]:
    """Submitted questions of finished writings that nobody is asked to mark."""
    ended = Viewing.objects.filter(share__batch=OuterRef("batch"), share__number=1, ended_at__lte=due)
    marker = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"), number=2)
    submitted = Ask.objects.filter(Exists(ended), ~Exists(marker), campaign=campaign, state=AskState.SUBMITTED)
    for number in submitted.order_by("number").values_list("number", flat=True):
        yield f"I5: question {number} was submitted, but nobody is asked to mark it"
