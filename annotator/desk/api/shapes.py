"""The shapes of a claim: all that an annotator's program gets of a pair (R9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from annotator.desk.api.mark_shapes import PieceShape, marked_bodies
from annotator.desk.api.requests import MOST_NAMED, MOST_PLAYED, Wants
from annotator.desk.api.twin_shapes import (
    CAPTION_HELP,
    SAMPLE_HELP,
    SHOWN_UNREAL,
    TASKS_OF_SEATS,
    JudgementShape,
    TwoFlags,
    TwoTexts,
    twin_bodies,
)
from annotator.desk.services.claiming import Claim
from annotator.exam.selectors.lessons import Lesson, lessons_of
from annotator.models import AskTask, Seat
from annotator.player.forms.clips import ClipShape, ConditionShape, StretchesField, VideoShape, clip_body
from annotator.seats.services.leasing import MOST_CLAIMED
from evaluation.scale import WIDEST
from moments.clips.selectors.clips import ready_clips
from moments.models import CampaignKind, Clip

REASONS = ("training_required", "exam_required", "waiting_for_truth", "no_work", "paused")


class LessonShape(serializers.Serializer[Any]):
    """What there is to learn of a pair that I missed in the exam: its truth, what that level means, why, and mine.

    In a marking campaign, the truth and my last answer are segments; an empty list means "no answer here". In a
    twins campaign, the truth is whether the order of time matters and, if so, what looks unreal.
    """

    truth = serializers.IntegerField(required=False, min_value=WIDEST.lowest, max_value=WIDEST.highest)
    level = serializers.CharField(required=False, help_text="the guideline's text of the level")
    explanation = serializers.CharField(allow_blank=True, help_text="the lead's own words")
    earlier = serializers.IntegerField(
        required=False, min_value=WIDEST.lowest, max_value=WIDEST.highest, help_text="my last answer"
    )
    segments = StretchesField(required=False, help_text="where the answer is")
    earlier_segments = StretchesField(required=False, help_text="my last answer")
    temporal = serializers.BooleanField(required=False)
    unreal = serializers.ChoiceField(choices=SHOWN_UNREAL, allow_null=True, required=False)
    earlier_judgement = JudgementShape(required=False, help_text="my last answer")


class SeatShape(serializers.Serializer[Any]):
    """A held seat: all that an annotator's program learns of a pair (R9); of a `known` seat the id alone.

    A pair that comes back after it was missed in the exam has a `lesson`; nothing else tells seats apart. In a marking
    campaign, a seat has a task and a video instead of a clip, and for a third annotator pieces. In a twins campaign,
    it has a task and several clips; nothing tells which way they play, except the lesson of missed ones.
    """

    id = serializers.UUIDField()
    query = serializers.CharField(required=False)
    clip = ClipShape(allow_null=True, required=False)
    lesson = LessonShape(required=False)
    task = serializers.ChoiceField(choices=[*AskTask.values, *TASKS_OF_SEATS], required=False)
    video = serializers.CharField(
        required=False, allow_null=True, help_text="its key in `videos`; null if it cannot be shown at the moment"
    )
    condition = ConditionShape(required=False, allow_null=True)
    pieces = PieceShape(many=True, required=False)
    clips = ClipShape(many=True, required=False, help_text="in a twins campaign, in the order to show them")
    caption = serializers.CharField(required=False, help_text="the caption to assign")
    cannot_tell = serializers.BooleanField(required=False, help_text="whether null may be chosen")
    wanted = TwoFlags(required=False, help_text="of which clips captions are wanted")
    texts = TwoTexts(required=False, help_text=CAPTION_HELP)
    locked = TwoFlags(required=False, help_text="which captions stay as they are")
    reason = serializers.CharField(required=False, allow_blank=True, help_text="why captions came back")
    sample = serializers.BooleanField(required=False, help_text=SAMPLE_HELP)


class ClaimShape(serializers.Serializer[Any]):
    """My held unscored seats in order; `left` counts those still available to me.

    Queued ones up to 1,000, open ones up to 200 and as of at most ten seconds ago.
    """

    seats = SeatShape(many=True)
    left = serializers.IntegerField()
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True)
    news = serializers.IntegerField(help_text="what I should look at; see news/")
    videos = serializers.DictField(
        child=VideoShape(), required=False, help_text="by key, in a marking campaign: those of seats and images"
    )


class WantsShape(serializers.Serializer[Any]):
    """What a program may say with every claim."""

    plays = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        max_length=MOST_PLAYED,
        help_text="media types that the program can play; unknown ones are ignored",
    )
    known = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        max_length=MOST_NAMED,
        help_text="seats that the program already has; the answer holds only their id",
    )
    shown = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        max_length=MOST_NAMED,
        help_text="seats whose clip was shown since the last request; others' and unknown ones are ignored",
    )
    campaign = serializers.CharField(required=False, help_text="the slug; naming it makes the answer faster")


class ClaimRequest(WantsShape):
    """How many seats to hold."""

    count = serializers.IntegerField(required=False, min_value=0, max_value=MOST_CLAIMED)


def claim_body(claim: Claim, wants: Wants, *, kind: str, news: int) -> dict[str, Any]:
    """The claim as the program gets it, in a campaign of that kind."""
    bodies = BODIES[CampaignKind(kind)](claim.seats, wants)
    return {**bodies, "left": claim.left, "reason": claim.reason, "news": news}


def _graded_bodies(seats: Sequence[Seat], wants: Wants) -> dict[str, Any]:
    return {"seats": seat_bodies(seats, wants)}


def _marked_bodies(seats: Sequence[Seat], wants: Wants) -> dict[str, Any]:
    fresh = marked_bodies([seat for seat in seats if seat.public_id not in wants.known])
    bodies = {body["id"]: body for body in fresh["seats"]}
    ids = [str(seat.public_id) for seat in seats]
    return {**fresh, "seats": [bodies.get(one, {"id": one}) for one in ids]}


def _twin_bodies(seats: Sequence[Seat], wants: Wants) -> dict[str, Any]:
    bodies = twin_bodies([seat for seat in seats if seat.public_id not in wants.known], wants.plays)
    ids = [str(seat.public_id) for seat in seats]
    return {"seats": [bodies.get(one, {"id": one}) for one in ids]}


BODIES = {
    CampaignKind.GRADE: _graded_bodies,
    CampaignKind.MARK: _marked_bodies,
    CampaignKind.TWIN: _twin_bodies,
}


def seat_bodies(seats: Sequence[Seat], wants: Wants) -> list[dict[str, Any]]:
    """The seats with their queries and clips; one SQL query for all clips, none where all seats are known."""
    fresh = [seat for seat in seats if seat.public_id not in wants.known]
    clips = ready_clips([seat.pair.moment_id for seat in fresh], wants.plays) if fresh else {}
    lessons = lessons_of(fresh)
    return [
        {"id": str(seat.public_id)}
        if seat.public_id in wants.known
        else _seat_body(seat, clips.get(seat.pair.moment_id), lessons.get(seat.pk))
        for seat in seats
    ]


def _seat_body(seat: Seat, clip: Clip | None, lesson: Lesson | None) -> dict[str, Any]:
    body = {"id": str(seat.public_id), "query": seat.pair.query.text, "clip": clip_body(clip)}
    return body | lesson_part(lesson)


def lesson_part(lesson: Lesson | None) -> dict[str, Any]:
    """The key `lesson` for a pair that was missed in the exam, nothing for any other."""
    return {} if lesson is None else {"lesson": asdict(lesson)}
