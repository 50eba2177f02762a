"""Reads marked answers back, and what an answer is checked against, in marking campaigns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, cast

from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, When

from annotator.marking.answers import Answer, Question, Reply, Word
from annotator.marking.segments import Segment
from annotator.models import (
    AskedPiece,
    MarkedAnswer,
    MarkedPiece,
    MarkedSegment,
    Score,
    Seat,
)
from moments.campaign.selectors import newest_protocol
from moments.marking_protocol import MarkingProtocol

# What is asked of the seat itself.
SEAT_PART = ("pair", "round", "attempt")
PARAMETERS = tuple(field.name for field in fields(MarkingProtocol))


def with_questions(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """The seats, each with its video's end, its image, whether it is the author's own, and the parameters of marking.

    A question whose answer is known is asked like any other.
    """
    asked = Q(pair__ask__condition_video__isnull=False) | Q(pair__reference__condition_video__isnull=False)
    own = Q(pair__ask__isnull=False, pair__ask__author=F("annotator"))
    shown = Case(When(pair__ask__condition_video=F("pair__ask__video"), then=F("pair__ask__condition_ms")))
    return seats.annotate(
        end_s=F("pair__moment__end_s"),
        has_condition=ExpressionWrapper(asked, BooleanField()),
        is_authors=Case(When(own, then=True), default=False, output_field=BooleanField()),
        picture_ms=shown,
        **{name: F(f"pair__batch__protocol__marking__{name}") for name in PARAMETERS},
    )


def question_of(seat: Seat) -> Question:
    """What an answer of the seat, read `with_questions`, is checked against: video, parameters and, in round 2, pieces.

    The author of a question does not judge it, and must not mark what its own picture shows. All others do.
    """
    asked = vars(seat)
    if asked["gap_ms"] is None:  # no batch: the newest version is asked
        protocol = newest_protocol(seat.campaign).marking.protocol
    else:
        protocol = _protocol(*(asked[name] for name in PARAMETERS))
    pieces = AskedPiece.objects.filter(pair=seat.pair_id, attempt=seat.attempt) if seat.round == 2 else ()
    return Question(
        duration_ms=round(asked["end_s"] * 1000),
        protocol=protocol,
        pieces={Segment(piece.start_ms, piece.end_ms): piece.asks for piece in pieces},
        judged=not asked["is_authors"],
        has_condition=asked["has_condition"],
        shown_ms=asked["picture_ms"],
    )


@lru_cache(maxsize=64)
def _protocol(*parameters: Any) -> MarkingProtocol:
    """Campaigns have few; checking one costs as much as reading an answer."""
    return MarkingProtocol(*parameters)


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
