"""Checks marked answers and stores them beside their scores, in campaigns that mark."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.marking.answers import Answer, AnswerError, read_answer
from annotator.models import AnswerKind, MarkedAnswer, MarkedPiece, MarkedSegment, Score, Seat
from annotator.scoring.entries import Refused
from annotator.scoring.selectors.answers import question_of


def checked_answer(seat: Seat, raw: Mapping[object, object]) -> Answer:
    """The answer to the seat's question (M1, M3, M4); raises Refused naming the field that is wrong."""
    try:
        return read_answer(raw, question_of(seat))
    except AnswerError as error:
        raise Refused(str(error)) from error


def store_answer(score: Score, answer: Answer) -> None:
    """Store what a saved score says, within its transaction."""
    kind = AnswerKind.PIECES if answer.replies else AnswerKind.SEGMENTS if answer.segments else AnswerKind.NONE
    stored = MarkedAnswer(
        score=score,
        kind=kind,
        is_specific=answer.is_specific,
        needs_condition=answer.needs_condition,
        is_complete=answer.is_complete,
        note=answer.note,
    )
    stored.save(force_insert=True)
    rows = [MarkedSegment(answer=stored, start_ms=one.start_ms, end_ms=one.end_ms) for one in answer.segments]
    for reply in answer.replies:
        piece = MarkedPiece(answer=stored, start_ms=reply.span.start_ms, end_ms=reply.span.end_ms, word=reply.word)
        piece.save(force_insert=True)
        rows += [
            MarkedSegment(answer=stored, piece=piece, start_ms=one.start_ms, end_ms=one.end_ms)
            for one in reply.segments
        ]
    MarkedSegment.objects.bulk_create(rows)
