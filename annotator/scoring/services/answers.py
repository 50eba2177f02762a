"""Checks marked answers and stores them beside their scores, in campaigns that mark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from annotator.marking.answers import Answer, AnswerError, Reply, read_answer
from annotator.models import AnswerKind, MarkedAnswer, MarkedPiece, MarkedSegment, Score, Seat
from annotator.scoring.entries import Refused
from annotator.scoring.selectors.answers import question_of
from moments.database.prepared import PreparedInsert


def checked_answer(seat: Seat, raw: Mapping[object, object]) -> Answer:
    """The answer to the seat's question (M1, M3, M4); raises Refused naming the field that is wrong."""
    try:
        return read_answer(raw, question_of(seat))
    except AnswerError as error:
        raise Refused(str(error)) from error


def store_answer(score: Score, answer: Answer) -> None:
    """Store what a saved score says, within its transaction."""
    kind = AnswerKind.PIECES if answer.replies else AnswerKind.SEGMENTS if answer.segments else AnswerKind.NONE
    judged = (answer.is_specific, answer.needs_condition, answer.is_complete)
    _answer(kind, judged).run_later(score=score.pk, note=answer.note)
    for one in answer.segments:
        _segment.run_later(answer=score.pk, start_ms=one.start_ms, end_ms=one.end_ms)
    for reply in answer.replies:
        _store_reply(score.pk, reply)


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


_segment = PreparedInsert(
    lambda answer, start_ms, end_ms: MarkedSegment(answer_id=answer, start_ms=start_ms, end_ms=end_ms),
    answer=int,
    start_ms=int,
    end_ms=int,
)
