"""The shapes of requests and answers: for the OpenAPI document, and to render answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.models import Problem, ProblemKind, Seat
from annotator.services.claiming import MOST_CLAIMED, Claim
from moments.models import Clip
from moments.selectors.clips import ready_clips
from moments.storage import clip_url

REASONS = ("training_required", "exam_required", "waiting_for_truth", "no_work", "paused")


class ClipShape(serializers.Serializer[Any]):
    """A clip: where it lies, what it is, its size in pixels, its length in seconds."""

    url = serializers.CharField()
    type = serializers.CharField(help_text="Internet media type")
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    seconds = serializers.FloatField()


class SeatShape(serializers.Serializer[Any]):
    """A held seat: all that an annotator's program learns of a pair (R9)."""

    id = serializers.UUIDField()
    query = serializers.CharField()
    clip = ClipShape(allow_null=True)


class ClaimShape(serializers.Serializer[Any]):
    """My held unscored seats in order; `left` counts those still available to me, up to 2,000."""

    seats = SeatShape(many=True)
    left = serializers.IntegerField()
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True)


class ClaimRequest(serializers.Serializer[Any]):
    """How many seats to hold."""

    count = serializers.IntegerField(min_value=0, max_value=MOST_CLAIMED)
    campaign = serializers.CharField(required=False)


class EntryShape(serializers.Serializer[Any]):
    """One score; `key` is the client's own, `replaces` the current key where a score is changed."""

    seat = serializers.UUIDField()
    relevance = serializers.IntegerField(min_value=0, max_value=4)
    key = serializers.CharField(max_length=64)
    shown_ms = serializers.IntegerField(required=False, allow_null=True, min_value=0)
    replaces = serializers.CharField(required=False, allow_null=True, max_length=64)


class ScoresRequest(serializers.Serializer[Any]):
    """Scores to store, and how many seats to hold afterwards."""

    scores = EntryShape(many=True)
    claim = serializers.IntegerField(required=False, min_value=0, max_value=MOST_CLAIMED)
    campaign = serializers.CharField(required=False)


class ResultShape(serializers.Serializer[Any]):
    """What became of one score; `relevance` is what is stored for the seat."""

    seat = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=("saved", "duplicate", "changed", "refused"))
    detail = serializers.CharField(allow_blank=True)
    relevance = serializers.IntegerField(allow_null=True)
    changeable_until = serializers.DateTimeField(allow_null=True)


class ScoresAnswer(serializers.Serializer[Any]):
    """One result a score, in order; seats, left and reason where `claim` was given."""

    results = ResultShape(many=True)
    seats = SeatShape(many=True, required=False)
    left = serializers.IntegerField(required=False)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True, required=False)


class PastScoreShape(serializers.Serializer[Any]):
    """One of my last scores, and whether I may still change it."""

    seat = serializers.UUIDField()
    query = serializers.CharField()
    clip = ClipShape(allow_null=True)
    relevance = serializers.IntegerField()
    key = serializers.CharField()
    saved_at = serializers.DateTimeField()
    changeable_until = serializers.DateTimeField()
    changeable = serializers.BooleanField()


class HistoryAnswer(serializers.Serializer[Any]):
    """My last scores, newest first."""

    scores = PastScoreShape(many=True)


class ProblemRequest(serializers.Serializer[Any]):
    """Why a pair cannot be judged, or a question about it."""

    seat = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=ProblemKind.choices)
    note = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    campaign = serializers.CharField(required=False)


class ProblemAnswer(serializers.ModelSerializer[Problem]):
    """The report as stored."""

    class Meta:
        model = Problem
        fields = ["kind", "note", "reported_at"]


class MeAnswer(serializers.Serializer[Any]):
    """My progress, hours and pay in one campaign."""

    worker_id = serializers.CharField()
    campaign = serializers.CharField()
    title = serializers.CharField()
    standing = serializers.CharField()
    scored = serializers.IntegerField()
    scored_today = serializers.IntegerField()
    left = serializers.IntegerField()
    active_hours = serializers.FloatField()
    idle_s = serializers.IntegerField(help_text="a longer gap between two scores counts up to this")
    hourly_rate = serializers.DecimalField(max_digits=8, decimal_places=2)
    pay = serializers.DecimalField(max_digits=12, decimal_places=2)
    currency = serializers.CharField()


class ErrorAnswer(serializers.Serializer[Any]):
    """Why a request was refused."""

    detail = serializers.CharField()


def claim_body(claim: Claim) -> dict[str, Any]:
    """The claim as the program gets it."""
    return {"seats": seat_bodies(claim.seats), "left": claim.left, "reason": claim.reason}


def seat_bodies(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """The seats with their queries and clips; one query for all clips."""
    seats = list(seats)
    clips = ready_clips(seat.pair.moment_id for seat in seats)
    return [
        {
            "id": str(seat.public_id),
            "query": seat.pair.query.text,
            "clip": clip_body(clips.get(seat.pair.moment_id)),
        }
        for seat in seats
    ]


def clip_body(clip: Clip | None) -> dict[str, Any] | None:
    """The clip as the program gets it."""
    if clip is None:
        return None
    return {
        "url": clip_url(clip),
        "type": clip.media_type,
        "width": clip.width,
        "height": clip.height,
        "seconds": clip.seconds,
    }
