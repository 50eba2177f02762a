"""Streams what people marked, and the questions without a truth; says what is still open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from annotator.models import (
    Ask,
    AskState,
    DerivedAsk,
    DerivedState,
    MarkedPiece,
    MarkedSegment,
    PieceWord,
    Score,
)
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.labels.marked_rows import MarkingRow, Unanswered
from consensus.labels.selectors.beside import Beside
from consensus.labels.selectors.marked import CHUNK, WITH_TRUTH, verdicts_with_truth
from consensus.models import Verdict, VerdictKind
from consensus.truths.selectors.complete import ROLES, questions_for_lead
from moments.models import Campaign

ORDER = ("seat__pair__ask__number", "seat__round", "seat__number")
WORDS = {PieceWord.YES: True, PieceWord.NO: False, PieceWord.UNDECIDED: None}
PART = (
    "seat__pair__ask__number",
    "seat__pair__moment__video__name",
    "seat__pair__moment__end_s",
    "seat__round",
    "seat__number",
    "annotator__pseudonym",
    "answer__is_specific",
    "answer__needs_condition",
    "answer__is_complete",
)
NO_TRUTH = "no truth"


def marking_rows(campaign: Campaign) -> Iterator[MarkingRow]:
    """The markings on which the truths rest, in order of question, round and seat, in a fixed number of queries."""
    live = {f"seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    scores = Score.objects.filter(
        current=True,
        answer__isnull=False,
        seat__pair__in=verdicts_with_truth(campaign).values("pair"),
        seat__attempt=F("seat__pair__attempt"),
        **live,
    )
    ordered = tuple(f"answer__score__{field}" for field in ORDER)
    segments = MarkedSegment.objects.filter(answer__score__in=scores).order_by(*ordered, "start_ms")
    pieces = MarkedPiece.objects.filter(answer__score__in=scores).order_by(*ordered, "start_ms")
    marked = Beside(_read(segments, "answer", "piece", "start_ms", "end_ms"))
    answered = Beside(_read(pieces, "answer", "pk", "start_ms", "end_ms", "word"))
    for score, *part in _read(scores.order_by(*ORDER), "pk", *PART):
        yield _row(part, marked.of(score), answered.of(score))


def _row(part: list[Any], segments: list[Any], pieces: list[Any]) -> MarkingRow:
    number, video, end_s, round_number, seat, worker, *judged = part
    by_piece = defaultdict(list)
    for piece, start, end in segments:
        by_piece[piece].append((start, end))
    answers = tuple(
        ((start, end), tuple(by_piece[piece]) if word == PieceWord.EDGES else WORDS[word])
        for piece, start, end, word in pieces
    )
    role = ROLES[round_number, seat]
    return MarkingRow(str(number), video, round(end_s * 1000), role, worker, tuple(by_piece[None]), answers, *judged)


def unanswered(campaign: Campaign) -> Iterator[Unanswered]:
    """The submitted questions that were returned, rejected or withdrawn, or that have an empty truth, by number."""
    verdict = _verdict_of_ask()
    asks = Ask.objects.filter(campaign=campaign, pair__isnull=False).annotate(
        ended=Subquery(verdict.values("kind")), because=Subquery(verdict.values("reason"))
    )
    ended = asks.filter(Q(ended__isnull=False) | Q(state=AskState.REJECTED))
    ended = ended.exclude(pair__in=verdicts_with_truth(campaign).values("pair"))
    fields = ("number", "pair__query__split", "task", "state", "ended", "because", "reason")
    for number, split, task, state, kind, because, reason in _read(ended.order_by("number"), *fields):
        outcome = AskState.REJECTED.value if state == AskState.REJECTED else NO_TRUTH if kind in WITH_TRUTH else kind
        why = reason or because if outcome != VerdictKind.WITHDRAWN else because
        yield Unanswered(str(number), split, task.upper(), outcome, why)


def asked_splits(campaign: Campaign) -> list[str]:
    """The splits of the submitted questions."""
    splits = campaign.queries.filter(pairs__ask__isnull=False).order_by("split").values_list("split", flat=True)
    return list(splits.distinct())


WITHOUT_VERDICT = "question without a verdict", "questions without a verdict"
FOR_LEAD = "question that waits for a lead", "questions that wait for a lead"
RETURNED = "question returned to its author", "questions returned to their authors"
UNJUDGED = (
    "caption or clip that nobody has accepted or rejected",
    "captions and clips that nobody has accepted or rejected",
)


def unfinished_questions(campaign: Campaign) -> dict[str, int]:
    """What keeps the campaign from being finished, with counts; empty when it is."""
    asks = Ask.objects.filter(campaign=campaign, pair__isnull=False).exclude(state=AskState.REJECTED)
    made = DerivedAsk.objects.filter(state=DerivedState.WAITING, ask__campaign=campaign)
    for_lead = questions_for_lead(campaign).count()
    found = [
        (asks.filter(~Exists(_verdict_of_ask())).count() - for_lead, *WITHOUT_VERDICT),
        (for_lead, *FOR_LEAD),
        (asks.filter(state=AskState.RETURNED).count(), *RETURNED),
        (made.filter(ask__pair__in=verdicts_with_truth(campaign).values("pair")).count(), *UNJUDGED),
    ]
    return {one if count == 1 else many: count for count, one, many in found if count}


def _verdict_of_ask() -> QuerySet[Verdict]:
    """The standing verdict of an outer query's question."""
    return Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"), superseded=False)


def _read(rows: QuerySet[Any, Any], *fields: str) -> Iterator[Any]:
    return rows.values_list(*fields).iterator(chunk_size=CHUNK)
