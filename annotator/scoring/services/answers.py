"""Checks marked answers and stores them beside their scores, in marking campaigns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.db.models import Value

from annotator.marking.answers import Answer, AnswerError, Reply, read_answer
from annotator.marking.segments import Segment
from annotator.models import AnswerKind, MarkedAnswer, MarkedPiece, MarkedSegment, Seat
from annotator.scoring.entries import Refused
from annotator.scoring.selectors.answers import question_of
from moments.database.prepared import NewKey, PreparedInsert

MOST_TOGETHER = 10


def checked_answer(seat: Seat, raw: Mapping[object, object]) -> Answer:
    """The answer to the seat's question (M1, M3, M4); raises Refused naming the field that is wrong."""
    try:
        return read_answer(raw, question_of(seat))
    except AnswerError as error:
        raise Refused(str(error)) from error


def store_answer(score: int | NewKey, answer: Answer) -> None:
    """Store what the score with that key says, within its transaction; replies to pieces need the key itself."""
    kind = AnswerKind.PIECES if answer.replies else AnswerKind.SEGMENTS if answer.segments else AnswerKind.NONE
    judged = (answer.is_specific, answer.needs_condition, answer.is_complete)
    _answer(kind, judged).run_later(score=score, note=answer.note)
    for start in range(0, len(answer.segments), MOST_TOGETHER):
        few = answer.segments[start : start + MOST_TOGETHER]
        edges = {name: ms for place, one in enumerate(few) for name, ms in zip(_edges(place), _span(one), strict=True)}
        _segments(len(few)).run_later(answer=score, **edges)
    if answer.replies:
        assert isinstance(score, int)
        for reply in answer.replies:
            _store_reply(score, reply)


def _store_reply(answer: int, reply: Reply) -> None:
    span = reply.span
    piece = MarkedPiece(answer_id=answer, start_ms=span.start_ms, end_ms=span.end_ms, word=reply.word)
    piece.save(force_insert=True)
    MarkedSegment.objects.bulk_create(
        MarkedSegment(answer_id=answer, piece=piece, start_ms=one.start_ms, end_ms=one.end_ms) for one in reply.segments
    )


@cache
def _answer(kind: AnswerKind, judged: tuple[bool | None, bool | None, bool | None]) -> PreparedInsert:
    """The answer itself; no value stands in for what is true or false."""
    is_specific, needs_condition, is_complete = judged
    return PreparedInsert(
        lambda score, note: MarkedAnswer(
            score_id=score,
            note=note,
            kind=kind,
            is_specific=is_specific,
            needs_condition=needs_condition,
            is_complete=is_complete,
        ),
        score=int,
        note=str,
    )


@cache
def _segments(number: int) -> PreparedInsert:
    """So many segments of an answer, in one statement; of plain values Django would make arrays on PostgreSQL."""
    places = [_edges(place) for place in range(number)]
    return PreparedInsert(
        lambda answer, **edges: [
            MarkedSegment(answer_id=answer, start_ms=Value(edges[start]), end_ms=edges[end]) for start, end in places
        ],
        answer=int,
        **{edge: int for edges in places for edge in edges},
    )


def _edges(place: int) -> tuple[str, str]:
    """What the values of that segment are called."""
    return f"start_{place}", f"end_{place}"


def _span(segment: Segment) -> tuple[int, int]:
    return segment.start_ms, segment.end_ms
