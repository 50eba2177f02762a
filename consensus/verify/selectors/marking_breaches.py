"""Searches a campaign that marks for answers and truths that the rules of marking do not allow (M1–M5)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from annotator.marking.segments import Segment
from annotator.models import (
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
from consensus.marking.ruling import MarkingOutcome
from consensus.marking.windows import LONGEST_WINDOW_MS, SHORTEST_WINDOW_MS
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.questions import rule_on_question
from consensus.truths.selectors.complete import AUTHOR, MARKER, THIRD, given_answers, questions_for_lead
from moments.models import Campaign, LedgerEntry

CHUNK = 500
DECIDED = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)


def marking_breaches(campaign: Campaign, *, due: datetime) -> Iterator[str]:
    """Each breach as one line that begins with its rule; `due` is when what is ruled on now should have been ready."""
    yield from _answers(campaign)
    yield from _truths(campaign)
    yield from _states(campaign)
    yield from _derived(campaign)
    yield from _late(campaign, due)


def _answers(campaign: Campaign) -> Iterator[str]:
    scores = Score.objects.filter(seat__campaign=campaign)
    for score in scores.filter(Q(relevance__isnull=False) | Q(answer=None)).values_list("pk", flat=True):
        yield f"M1: score {score} is no marking"
    ends = F("answer__score__seat__pair__moment__end_s") * 1000 + 1
    segments = MarkedSegment.objects.filter(answer__score__seat__campaign=campaign)
    for score in segments.filter(end_ms__gt=ends).values_list("answer", flat=True).distinct():
        yield f"M1: score {score} has a segment beyond the end of its video"
    for score, length, shortest in segments.values_list(
        "answer", F("end_ms") - F("start_ms"), "answer__score__seat__pair__batch__protocol__marking__shortest_ms"
    ):
        if shortest is not None and length < shortest:
            yield f"M1: score {score} has a segment of {length} ms; the shortest lasts {shortest} ms"


def _truths(campaign: Campaign) -> Iterator[str]:
    """Verdicts by the rule whose segments do not follow from the answers (M2, M3, M4)."""
    verdicts = list(
        Verdict.objects.filter(pair__campaign=campaign, superseded=False, attempt=F("pair__attempt"), actor="rule")
        .select_related("pair__batch__protocol__marking", "pair__ask")
        .order_by("pair__number")
    )
    for start in range(0, len(verdicts), CHUNK):
        chunk = verdicts[start : start + CHUNK]
        given = given_answers([verdict.pair for verdict in chunk])
        truths: dict[int, list[Segment]] = {verdict.pk: [] for verdict in chunk}
        for one in TruthSegment.objects.filter(verdict__in=truths).order_by("start_ms"):
            truths[one.verdict_id].append(Segment(one.start_ms, one.end_ms))
        for verdict in chunk:
            answers = given[verdict.pair_id]
            third = answers.get(THIRD)
            if AUTHOR not in answers or MARKER not in answers or verdict.pair.batch is None:
                yield f"I4: the verdict on question {verdict.pair.number} has no two markings"
                continue
            ruling = rule_on_question(
                answers[AUTHOR].answer,
                answers[MARKER].answer,
                None if third is None else third.answer,
                times_returned=0,
                protocol=verdict.pair.batch.protocol.marking.protocol,
            )
            expected = (
                MarkingOutcome.SETTLED if verdict.kind == VerdictKind.AGREED else MarkingOutcome.RETURNED,
                list(ruling.truth) if verdict.kind == VerdictKind.AGREED else [],
            )
            if (ruling.outcome, truths[verdict.pk]) != expected:
                yield f"I4: the verdict on question {verdict.pair.number} does not follow from its markings"


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
        yield f"M5: the clip of question {number} lasts too short or too long, or does not hold its image"


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
