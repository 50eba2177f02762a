"""The shape of a claim in a marking campaign: questions, and the videos that they are about (R9)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.desk.selectors.questions import SeatQuestion, questions_of
from annotator.exam.selectors.lessons import MarkedLesson, marked_lessons
from annotator.marking.answers import answer_body
from annotator.marking.segments import Marking
from annotator.models import PieceQuestion, PieceWord, Score, Seat
from annotator.player.forms.clips import StretchesField, video_body
from annotator.scoring.selectors.answers import stored_answers
from moments.clips.selectors.whole_videos import ShownVideo


class PieceShape(serializers.Serializer[Any]):
    """A piece that a third annotator is asked about."""

    span = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    asks = serializers.ChoiceField(choices=PieceQuestion.values)


class ReplyShape(serializers.Serializer[Any]):
    """A third annotator's answer to a piece; with `edges`, the segments where the answer lies."""

    span = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    word = serializers.ChoiceField(choices=PieceWord.values)
    segments = StretchesField(required=False)


def marked_bodies(seats: Sequence[Seat]) -> dict[str, Any]:
    """The keys `seats` and `videos` of a claim; no name of a video, and nobody else's segments."""
    questions = questions_of(seats)
    lessons = marked_lessons(seats)
    shown = {video.key: video for question in questions.values() for video in _videos(question) if video is not None}
    return {
        "seats": [_seat_body(seat, questions[seat.pk], lessons.get(seat.pk)) for seat in seats],
        "videos": {key: video_body(video) for key, video in shown.items()},
    }


def _videos(question: SeatQuestion) -> Sequence[ShownVideo | None]:
    return (question.video, question.condition.video if question.condition else None)


def _seat_body(seat: Seat, question: SeatQuestion, lesson: MarkedLesson | None) -> dict[str, Any]:
    condition = question.condition
    body: dict[str, Any] = {
        "id": str(seat.public_id),
        "query": seat.pair.query.text,
        "task": question.task,
        "video": _key(question.video),
        "condition": condition and {"key": _key(condition.video), "at_ms": condition.at_ms},
    }
    if question.pieces:
        body["pieces"] = [{"span": list(span), "asks": asks} for span, asks in question.pieces]
    if lesson is not None:
        body["lesson"] = {
            "segments": _stretches(lesson.truth),
            "explanation": lesson.explanation,
            "earlier_segments": _stretches(lesson.earlier),
        }
    return body


def _key(video: ShownVideo | None) -> str | None:
    return video.key if video else None


def _stretches(marking: Marking) -> list[list[int]]:
    return [[one.start_ms, one.end_ms] for one in marking.segments]


def past_markings(scores: Sequence[Score], *, now: datetime) -> dict[str, Any]:
    """A person's last markings with their videos, and what may still be changed."""
    bodies = marked_bodies([score.seat for score in scores])
    answers = stored_answers(score.pk for score in scores)
    past = [
        {
            **{("seat" if name == "id" else name): value for name, value in body.items()},
            **answer_body(answers[score.pk]),
            "key": score.key,
            "saved_at": score.saved_at,
            "changeable_until": score.changeable_until,
            "changeable": now < score.changeable_until,
        }
        for score, body in zip(scores, bodies["seats"], strict=True)
    ]
    return {"scores": past, "videos": bodies["videos"]}
