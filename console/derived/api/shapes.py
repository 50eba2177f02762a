"""The shapes of captions and windows: leads see what they are made of, annotators only what they are to judge (R9)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.asking.entries import LONGEST_KEY
from annotator.models import AskOrigin, DerivedAsk, DerivedState, DerivedTask
from annotator.player.forms.clips import StretchesField
from consensus.captioning.languages import DEFAULT, LANGUAGES
from consensus.captioning.services.runs import BOUNDS
from consensus.derived.judging import DECISIONS, LONGEST_REASON
from consensus.derived.services.deciding import LONGEST_CAPTION
from console.derived.selectors import MadeRow
from moments.models import JobState


def _bounded(name: str, default: int) -> serializers.IntegerField:
    least, most = BOUNDS[name]
    return serializers.IntegerField(min_value=least, max_value=most, default=default)


class CaptionShape(serializers.Serializer[Any]):
    """A caption or a window with its question; `stretches` are its truth or the window itself."""

    id = serializers.IntegerField()
    question = serializers.IntegerField(help_text="the question's number")
    task = serializers.ChoiceField(choices=DerivedTask.choices)
    text = serializers.CharField(allow_blank=True)
    stretches = StretchesField()
    origin = serializers.ChoiceField(choices=AskOrigin.choices)
    requester = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=DerivedState.choices)
    actor = serializers.CharField(allow_blank=True)


class CaptionList(serializers.Serializer[Any]):
    """At most a hundred of a state, by question; `next` is the page behind, or null."""

    captions = CaptionShape(many=True)
    next = serializers.IntegerField(allow_null=True)


class WriteRequest(serializers.Serializer[Any]):
    """How a model is to write captions."""

    language = serializers.ChoiceField(choices=list(LANGUAGES), default=DEFAULT)
    frames = _bounded("frames", 8)
    height = _bounded("height", 360)
    parallel = _bounded("parallel", 4)
    rate = _bounded("rate", 60)
    most_tokens = _bounded("most_tokens", 2_000_000)


class WriteAnswer(serializers.Serializer[Any]):
    """The ordered run."""

    job = serializers.IntegerField()
    state = serializers.ChoiceField(choices=JobState.choices)
    questions = serializers.IntegerField(help_text="how many lack a caption")


class DrawAnswer(serializers.Serializer[Any]):
    """How many windows were drawn, how many were there, and the questions around whose image none fits."""

    made = serializers.IntegerField()
    already_there = serializers.IntegerField()
    without = serializers.ListField(child=serializers.IntegerField())


class DecideRequest(serializers.Serializer[Any]):
    """A decision; `text` changes the words of an accepted caption."""

    decision = serializers.ChoiceField(choices=DECISIONS)
    text = serializers.CharField(required=False, max_length=LONGEST_CAPTION)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class JudgeRequest(DecideRequest):
    """The decision of an annotator: a rejection needs a reason. With the same `key`, nothing is stored twice."""

    campaign = serializers.CharField(required=False)
    key = serializers.CharField(max_length=LONGEST_KEY)
    shown_ms = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=2**31 - 1)
    ago_ms = serializers.IntegerField(required=False, default=0, min_value=0, max_value=366 * 24 * 3600 * 1000)


class ToJudge(serializers.Serializer[Any]):
    """What I am to judge: the words, if it is a caption, and the stretches of the clip."""

    id = serializers.IntegerField()
    task = serializers.ChoiceField(choices=DerivedTask.choices)
    text = serializers.CharField(allow_blank=True)
    stretches = StretchesField()
    clip = serializers.CharField(allow_null=True, help_text="where the video lies; null if it cannot be shown now")


class NextAnswer(serializers.Serializer[Any]):
    """What I have in hand, or null; `status` says what became of a decision."""

    status = serializers.CharField(allow_null=True, help_text="saved, or duplicate; null where nothing was sent")
    caption = ToJudge(allow_null=True)


def caption_data(row: MadeRow) -> dict[str, Any]:
    """The caption or window as leads get it."""
    made = row.made
    return {
        "id": made.pk,
        "question": made.ask.number,
        "task": made.task,
        "text": made.text,
        "stretches": [[one.start_ms, one.end_ms] for one in row.stretches],
        "origin": made.origin,
        "requester": made.requester,
        "state": made.state,
        "actor": made.actor,
    }


def to_judge_data(made: DerivedAsk | None, row: MadeRow | None) -> dict[str, Any] | None:
    """The caption or window as the annotator gets it who has it in hand."""
    if made is None or row is None:
        return None
    return {
        "id": made.pk,
        "task": made.task,
        "text": made.text,
        "stretches": [[one.start_ms, one.end_ms] for one in row.stretches],
        "clip": row.clip.url if row.clip else None,
    }
