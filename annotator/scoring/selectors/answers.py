"""Reads marked answers back, and what an answer is checked against, in campaigns that mark."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import cast

from django.db.models import QuerySet

from annotator.marking.answers import Answer, Question, Reply, Word
from annotator.marking.segments import Segment
from annotator.models import (
    Ask,
    AskedPiece,
    MarkedAnswer,
    MarkedPiece,
    MarkedSegment,
    Purpose,
    ReferenceQuestion,
    Score,
    Seat,
)
from moments.campaign.selectors import newest_protocol


def question_of(seat: Seat) -> Question:
    """What an answer of the seat is checked against: its pair's video, parameters and, in round 2, pieces.

    The author of a question, whose seat is the first, does not judge it. All other purposes look like a marker's.
    """
    full = Seat.objects.select_related("campaign", "pair__moment", "pair__batch__protocol__marking").get(pk=seat.pk)
    is_campaign = full.purpose == Purpose.CAMPAIGN
    version = full.pair.batch.protocol if full.pair.batch else newest_protocol(full.campaign)
    pieces = AskedPiece.objects.filter(pair=full.pair_id, attempt=full.attempt) if full.round == 2 else ()
    return Question(
        duration_ms=full.pair.moment.end_ms,
        protocol=version.marking.protocol,
        pieces={Segment(piece.start_ms, piece.end_ms): piece.asks for piece in pieces},
        judged=not (is_campaign and full.round == 1 and full.number == 1),
        has_condition=_has_condition(full.pair_id),
    )


def _has_condition(pair: int) -> bool:
    """Whether the question shows an image; one whose answer is known is asked like any other."""
    shown = {"pair": pair, "condition_video__isnull": False}
    return Ask.objects.filter(**shown).exists() or ReferenceQuestion.objects.filter(**shown).exists()


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
