"""The shapes of a claim in a twins campaign: clips side by side, and nothing of which way they play (R9)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.exam.selectors.lessons import JudgementLesson, judgement_lessons
from annotator.models import Score, Seat
from annotator.player.forms.clips import clip_body
from annotator.scoring.selectors.twins import (
    GivenTwinAnswer,
    TwinQuestion,
    answered_questions,
    stored_twin_answers,
    twin_questions,
)
from annotator.twins.answers import Criterion, ShownUnreal
from annotator.twins.entries import answer_body, case_body
from annotator.twins.order import as_shown
from annotator.twins.tasks import LOOKALIKES, TwinTask
from moments.clips.selectors.clips import ready_clips
from moments.models import Clip

SHOWN_UNREAL = [one.value for one in ShownUnreal]
TASKS_OF_SEATS = (*(task.value for task in TwinTask), LOOKALIKES)
SAMPLE_HELP = "whether the captions are a sample for the exam, which a lead grades"
CAPTION_HELP = "what the captions are now; empty at first"


class TwoFlags(serializers.ListField):
    """One flag for each of two clips, in the order shown."""

    child = serializers.BooleanField()


class TwoTexts(serializers.ListField):
    """One text for each of two clips, in the order shown."""

    child = serializers.CharField(allow_null=True, allow_blank=True)


class JudgementShape(serializers.Serializer[Any]):
    """What I say of two clips: criterion and what looks unreal are null if the order of time does not matter."""

    temporal = serializers.BooleanField()
    criterion = serializers.ChoiceField(choices=[one.value for one in Criterion], allow_null=True)
    unreal = serializers.ChoiceField(choices=SHOWN_UNREAL, allow_null=True)


class AssignmentShape(serializers.Serializer[Any]):
    """Which of the clips I choose, counted from 1; null: I cannot tell."""

    chosen = serializers.IntegerField(min_value=1, allow_null=True)


def twin_bodies(seats: Sequence[Seat], plays: Sequence[str] | None) -> dict[str, dict[str, Any]]:
    """The seats by id, in a fixed number of SQL queries; none where there is no seat."""
    if not seats:
        return {}
    questions, lessons = twin_questions(seat.pk for seat in seats), judgement_lessons(seats)
    clips = ready_clips({moment for one in questions.values() for moment in one.clips}, plays)
    return {
        str(seat.public_id): {
            "id": str(seat.public_id),
            **_body(seat, questions[seat.pk], clips, lessons.get(seat.pk)),
        }
        for seat in seats
    }


def _body(seat: Seat, question: TwinQuestion, clips: dict[int, Clip], lesson: JudgementLesson | None) -> dict[str, Any]:
    body: dict[str, Any] = {
        "task": LOOKALIKES if question.asks_lookalikes else question.task.value,
        "query": seat.pair.query.text,
        "clips": [clip_body(clips.get(moment)) for moment in question.clips],
    }
    if question.task is TwinTask.ASSIGN:
        return {**body, "caption": question.caption, "cannot_tell": question.cannot_tell}
    if question.task is TwinTask.JUDGE:
        return body if lesson is None else {**body, "lesson": _lesson_body(lesson, question)}
    asked = question.captions
    return {
        **body,
        "wanted": list(as_shown(True, asked.both, forward_first=question.forward_first)),
        "texts": list(as_shown(*asked.before, forward_first=question.forward_first)),
        "locked": list(as_shown(*asked.keeps, forward_first=question.forward_first)),
        "reason": question.remark or _reason(question),
        "sample": question.is_sample,
    }


def _lesson_body(lesson: JudgementLesson, question: TwinQuestion) -> dict[str, Any]:
    """The lesson in the order in which the clips are shown now."""
    right = case_body(lesson.truth, forward_first=question.forward_first)
    earlier = answer_body(lesson.earlier, forward_first=question.forward_first)["judgement"]
    return {**right, "explanation": lesson.explanation, "earlier_judgement": earlier}


def _reason(question: TwinQuestion) -> str:
    """Why captions came back, with the place of each where both did for different reasons."""
    first, second = as_shown(*question.reasons, forward_first=question.forward_first)
    if not (first and second) or first == second:
        return first or second
    return f"First: {first}{'' if first[-1] in '.!?' else '.'} Second: {second}"


def past_twins(scores: Sequence[Score], plays: Sequence[str] | None, *, now: datetime) -> dict[str, Any]:
    """A person's last answers with their clips as they were shown, and what may still be changed."""
    answers = stored_twin_answers(score.pk for score in scores)
    shown, lessons = answered_questions(scores, answers), judgement_lessons(score.seat for score in scores)
    clips = ready_clips({moment for one in shown.values() for moment in one.clips}, plays)
    return {
        "scores": [
            _past(score, shown[score.seat_id], answers[score.pk], clips, lessons.get(score.seat_id), now)
            for score in scores
        ]
    }


def _past(
    score: Score,
    question: TwinQuestion,
    given: GivenTwinAnswer,
    clips: dict[int, Clip],
    lesson: JudgementLesson | None,
    now: datetime,
) -> dict[str, Any]:
    return {
        "seat": str(score.seat.public_id),
        **_body(score.seat, question, clips, lesson),
        **answer_body(given.answer, forward_first=given.forward_first),
        "key": score.key,
        "saved_at": score.saved_at,
        "changeable_until": score.changeable_until,
        "changeable": now < score.changeable_until,
    }
