"""The shapes of all other requests and answers: reports, news, the session, progress."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.models import Problem, ProblemKind
from annotator.scoring.entries import LONGEST_AGO_MS, LONGEST_KEY, LONGEST_SHOWN_MS

MOST_ANSWERS = 200
LARGEST_ID = 2**63 - 1


class WholeNumber(serializers.IntegerField):
    """A JSON integer: neither "3" nor 3.0 nor true."""

    def to_internal_value(self, data: Any) -> int:
        """The integer; raises ValidationError."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Key(serializers.CharField):
    """A client's own key: up to 64 printable characters."""

    def to_internal_value(self, data: Any) -> str:
        """The key as it was sent; raises ValidationError."""
        key = str(super().to_internal_value(data))
        if not key.isprintable():
            raise serializers.ValidationError(f"expected 1 to {LONGEST_KEY} printable characters")
        return key


class ProblemRequest(serializers.Serializer[Any]):
    """Why a pair cannot be judged, or a question about it; a `key` makes repeating safe forever."""

    seat = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=ProblemKind.choices)
    note = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    key = Key(required=False, allow_null=True, max_length=LONGEST_KEY, trim_whitespace=False)
    ago_ms = WholeNumber(required=False, allow_null=True, min_value=0, max_value=LONGEST_AGO_MS)
    shown_ms = WholeNumber(required=False, allow_null=True, min_value=0, max_value=LONGEST_SHOWN_MS)
    campaign = serializers.CharField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A question without words is none."""
        if attrs["kind"] == ProblemKind.QUESTION and not attrs.get("note"):
            raise serializers.ValidationError({"note": "enter the question"})
        return attrs


class ProblemAnswer(serializers.ModelSerializer[Problem]):
    """The report as stored."""

    class Meta:
        model = Problem
        fields = ["kind", "note", "reported_at"]


class AnswerShape(serializers.Serializer[Any]):
    """A lead's answer to a question of mine."""

    id = serializers.IntegerField()
    query = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    answer = serializers.CharField()
    answered_at = serializers.DateTimeField()


class MessageShape(serializers.Serializer[Any]):
    """A message of a lead that I have not said I have read."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    sent_at = serializers.DateTimeField()


class GuidelineShape(serializers.Serializer[Any]):
    """The newest version of the guideline, and whether I read the newest that everybody is to read, or a later one."""

    version = serializers.IntegerField(allow_null=True)
    read = serializers.BooleanField()


class NewsAnswer(serializers.Serializer[Any]):
    """What I should look at."""

    messages = MessageShape(many=True)
    answers = AnswerShape(many=True)
    guideline = GuidelineShape()


class NewsRequest(serializers.Serializer[Any]):
    """What I have looked at; answers and messages that are not mine are ignored."""

    messages = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=LARGEST_ID), required=False, max_length=MOST_ANSWERS
    )
    answers = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=LARGEST_ID), required=False, max_length=MOST_ANSWERS
    )
    guideline = WholeNumber(required=False, allow_null=True, min_value=1, max_value=32767)
    campaign = serializers.CharField(required=False)


class SessionRequest(serializers.Serializer[Any]):
    """Who signs in."""

    worker_id = serializers.CharField(max_length=40)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class SessionAnswer(serializers.Serializer[Any]):
    """Who is signed in now."""

    worker_id = serializers.CharField()


class FailedExamShape(serializers.Serializer[Any]):
    """How many of my first answers missed the truth; no answer is left where the lead dropped all of my pairs."""

    answers = serializers.IntegerField()
    misses = serializers.IntegerField()


class MeAnswer(serializers.Serializer[Any]):
    """My progress, hours and pay in one campaign."""

    worker_id = serializers.CharField()
    campaign = serializers.CharField()
    title = serializers.CharField()
    standing = serializers.CharField()
    failed_exam = FailedExamShape(allow_null=True, help_text="set while I am back in training after a failed exam")
    scored = serializers.IntegerField()
    scored_today = serializers.IntegerField()
    left = serializers.IntegerField()
    pace_s = serializers.FloatField(
        allow_null=True, help_text="median seconds of my last 50 labels; null below five labels"
    )
    active_hours = serializers.FloatField()
    active_hours_today = serializers.FloatField()
    idle_s = serializers.IntegerField(help_text="a longer gap between two scores counts up to this")
    time_zone = serializers.CharField(help_text="the time zone in which days start")
    hourly_rate = serializers.DecimalField(max_digits=8, decimal_places=2)
    pay = serializers.DecimalField(max_digits=12, decimal_places=2)
    currency = serializers.CharField()
