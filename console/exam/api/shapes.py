"""The shapes of an exam of a twins campaign: its bank, its people, and samples of captions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rest_framework import serializers

from annotator.exam.services.making import LONGEST_EXPLANATION, MOST
from annotator.exam.settings import MOST_PAIRS
from annotator.models import ExamState, SittingState
from annotator.models.exam import CASES
from annotator.models.samples import LONGEST_REMARK
from annotator.twins.answers import KnownCase
from moments.corpus.files.values import LARGEST_ID


class ExamClipShape(serializers.Serializer[Any]):
    """A clip of the bank, by the `desc_id` of its forward moment; `case` is its right answer, null if not known."""

    clip = serializers.IntegerField()
    case = serializers.ChoiceField(choices=CASES, allow_null=True)
    explanation = serializers.CharField(allow_blank=True)
    doubtful = serializers.BooleanField()
    answered = serializers.IntegerField(help_text="first answers of first sittings")
    missed = serializers.IntegerField(help_text="those that missed the right answer")


class ExamTakerShape(serializers.Serializer[Any]):
    """A sitting whose first answers are complete; shares are from 0 to 1."""

    worker = serializers.CharField()
    sitting = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SittingState.choices)
    answered = serializers.IntegerField()
    missed_share = serializers.FloatField(allow_null=True)
    missed_by_case = serializers.DictField(child=serializers.FloatField(allow_null=True), help_text="shares by case")


class TwinExamShape(serializers.Serializer[Any]):
    """An exam with its bank, the clips to write about, and what people answered."""

    exam = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ExamState.choices)
    clips = ExamClipShape(many=True)
    writing = serializers.ListField(child=serializers.IntegerField(), help_text="the clips to write about")
    sittings = ExamTakerShape(many=True)
    may_write = serializers.ListField(child=serializers.CharField(), help_text="people with a permit to write")


class BankClipRequest(serializers.Serializer[Any]):
    """A clip to judge, with its right answer."""

    clip = serializers.IntegerField(min_value=0, max_value=LARGEST_ID)
    case = serializers.ChoiceField(choices=CASES)
    explanation = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_EXPLANATION, trim_whitespace=True
    )


class TwinExamRequest(serializers.Serializer[Any]):
    """An exam in draft: clips with their right answers, clips to write about, and its settings."""

    clips = serializers.ListField(child=BankClipRequest(), min_length=len(KnownCase), max_length=MOST_PAIRS)
    writing = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST_ID), default=list, max_length=MOST_PAIRS
    )
    items_a_sitting = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    sittings_allowed = serializers.IntegerField(default=1, min_value=1, max_value=MOST["sittings_allowed"])
    seed = serializers.IntegerField(default=0, min_value=0, max_value=MOST["seed"])
    most_misalignment = serializers.FloatField(required=False, allow_null=True, default=None)
    most_case_misalignment = serializers.FloatField(required=False, allow_null=True, default=None)

    def validate_clips(self, clips: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse a clip that appears twice, as only one of its right answers could count."""
        _refuse_twice([one["clip"] for one in clips])
        return clips

    def validate_writing(self, clips: list[int]) -> list[int]:
        """Refuse a clip that appears twice."""
        _refuse_twice(clips)
        return clips


def _refuse_twice(clips: list[int]) -> None:
    twice = [clip for clip, times in Counter(clips).items() if times > 1]
    if twice:
        raise serializers.ValidationError(f"clip {twice[0]} appears twice")


class SampleShape(serializers.Serializer[Any]):
    """Captions that one person wrote for a clip; `passed` is null while they wait for a grade."""

    id = serializers.IntegerField()
    worker = serializers.CharField()
    clip = serializers.IntegerField()
    attempt = serializers.IntegerField()
    forward = serializers.CharField()
    backward = serializers.CharField()
    passed = serializers.BooleanField(allow_null=True)
    remark = serializers.CharField(allow_blank=True)


class SampleList(serializers.Serializer[Any]):
    """At most a hundred samples that wait, in order; `next` is the id to go on `after`, or null."""

    samples = SampleShape(many=True)
    next = serializers.IntegerField(allow_null=True)


class GradeRequest(serializers.Serializer[Any]):
    """What a lead says of a sample; one that fails needs a remark, which its person reads."""

    passed = serializers.BooleanField()
    remark = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REMARK)


class GradeUndone(serializers.Serializer[Any]):
    """A sample that waits for a grade again."""

    id = serializers.IntegerField()
    may_write = serializers.ListField(child=serializers.CharField(), help_text="people with a permit to write")


class OpenExamRequest(serializers.Serializer[Any]):
    """Which exam is opened."""

    exam = serializers.IntegerField(min_value=1, help_text="its number")


class CloseExamRequest(OpenExamRequest):
    """Which exam is closed, and the state in which the program last read it, as closing depends on that."""

    state = serializers.ChoiceField(choices=ExamState.choices)


class ClosedShape(serializers.Serializer[Any]):
    """What became of the exam; null if it was a draft, which is deleted."""

    exam = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ExamState.choices, allow_null=True)


class PermitRequest(serializers.Serializer[Any]):
    """Whether a person may write captions, whatever became of their samples."""

    worker = serializers.CharField(help_text="the person's pseudonym")
    may_write = serializers.BooleanField()
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REMARK)


class PermitList(serializers.Serializer[Any]):
    """Everybody may write captions, unless an exam `asks` for samples; then only people with a permit."""

    asks = serializers.BooleanField()
    may_write = serializers.ListField(child=serializers.CharField(), help_text="people with a permit to write")
