"""Reads marked answers back, and what an answer is checked against, in campaigns that mark."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, cast

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from annotator.marking.answers import Answer, Question, Reply, Word
from annotator.marking.segments import Segment
from annotator.models import (
    AskedPiece,
    MarkedAnswer,
    MarkedPiece,
    MarkedSegment,
    Purpose,
    Score,
    Seat,
)
from moments.campaign.selectors import newest_protocol
from moments.database.prepared import PreparedValues
from moments.marking_protocol import MarkingProtocol
from moments.models import Moment


def question_of(seat: Seat) -> Question:
    """What an answer of the seat is checked against: its pair's video, parameters and, in round 2, pieces.

    The author of a question, whose seat is the first, does not judge it. All other purposes look like a marker's.
    """
    ((pair, purpose, round_, number, attempt, end_s, has_condition, *parameters),) = _question.rows(seat=seat.pk)
    if parameters[0] is None:  # no batch: the newest version is asked
        protocol = newest_protocol(seat.campaign).marking.protocol
    else:
        protocol = MarkingProtocol(*parameters)
    pieces = AskedPiece.objects.filter(pair=pair, attempt=attempt) if round_ == 2 else ()
    return Question(
        duration_ms=Moment(end_s=end_s).end_ms,
        protocol=protocol,
        pieces={Segment(piece.start_ms, piece.end_ms): piece.asks for piece in pieces},
        judged=(purpose, round_, number) != (Purpose.CAMPAIGN, 1, 1),
        has_condition=has_condition,
    )


def _question_of(seat: int) -> QuerySet[Seat, Any]:
    """The seat's part, its video's end, whether the question shows an image, and the parameters of marking.

    A question whose answer is known is asked like any other.
    """
    asked = Q(pair__ask__condition_video__isnull=False) | Q(pair__reference__condition_video__isnull=False)
    parameters = [f"pair__batch__protocol__marking__{field.name}" for field in fields(MarkingProtocol)]
    return (
        Seat.objects.filter(pk=seat)
        .annotate(has_condition=ExpressionWrapper(asked, BooleanField()))
        .values_list(*SEAT_PART, "pair__moment__end_s", "has_condition", *parameters)
    )


SEAT_PART = ("pair", "purpose", "round", "number", "attempt")
_question = PreparedValues(_question_of, seat=int)


def stored_answers(scores: Iterable[int]) -> dict[int, Answer]:
    """What the scores with those keys say, in three statements."""
    answers = MarkedAnswer.objects.filter(pk__in=list(scores))
    pieces: dict[int, list[MarkedPiece]] = defaultdict(list)
    segments: dict[tuple[int, int | None], list[Segment]] = defaultdict(list)
    for piece in MarkedPiece.objects.filter(answer__in=answers).order_by("start_ms"):
        pieces[piece.answer_id].append(piece)
    for one in MarkedSegment.objects.filter(answer__in=answers).order_by("start_ms"):
        segments[one.answer_id, one.piece_id].append(Segment(one.start_ms, one.end_ms))
    return {
        stored.pk: Answer(
            segments=tuple(segments[stored.pk, None]),
            replies=tuple(_reply(piece, segments[stored.pk, piece.pk]) for piece in pieces[stored.pk]),
            is_specific=stored.is_specific,
            needs_condition=stored.needs_condition,
            is_complete=stored.is_complete,
            note=stored.note,
        )
        for stored in answers
    }


def stored_segments(scores: QuerySet[Score]) -> dict[int, list[Segment]]:
    """The segments that each of the scores marked, in order, those of pieces left out; one SQL query."""
    marked = MarkedSegment.objects.filter(answer__in=scores.order_by().values("pk"), piece=None).order_by("start_ms")
    found: dict[int, list[Segment]] = defaultdict(list)
    for answer, start_ms, end_ms in marked.values_list("answer", "start_ms", "end_ms"):
        found[answer].append(Segment(start_ms, end_ms))
    return found


def _reply(piece: MarkedPiece, segments: Iterable[Segment]) -> Reply:
    return Reply(Segment(piece.start_ms, piece.end_ms), cast(Word, piece.word), tuple(segments))
