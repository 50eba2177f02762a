"""The shapes of an author's work: no video's name, no other person, nothing of a marker but the reason (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.asking.entries import LONGEST_KEY, TASKS
from annotator.asking.selectors.desk import WritingDesk
from annotator.asking.services.drafts import revision_of
from annotator.models import Ask, AskState
from annotator.player.forms.clips import ConditionShape, StretchesField, VideoShape, video_bodies
from moments.clips.selectors.whole_videos import video_key
from moments.models import Clip

REASONS = ("training_required", "exam_required", "waiting_for_truth", "no_work", "paused")


class AskShape(serializers.Serializer[Any]):
    """One of my questions; `reason` says why it came back to me, `returns` how often."""

    number = serializers.IntegerField()
    video = serializers.CharField(allow_null=True, help_text="the key of the video that it is about")
    task = serializers.ChoiceField(choices=TASKS)
    text = serializers.CharField(allow_blank=True)
    condition = ConditionShape(allow_null=True)
    segments = StretchesField()
    state = serializers.ChoiceField(choices=AskState.values)
    version = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    returns = serializers.IntegerField()
    revision = serializers.IntegerField(help_text="another number with every change")


class WantedShape(serializers.Serializer[Any]):
    """How many questions of a task are wanted on videos like mine, and how many there are."""

    task = serializers.ChoiceField(choices=TASKS)
    wanted = serializers.IntegerField()
    have = serializers.IntegerField()


class AsksAnswer(serializers.Serializer[Any]):
    """My video and my questions; without a video, `reason` says why, and null that one can be begun."""

    key = serializers.CharField(allow_null=True, help_text="what my video is known by")
    video = VideoShape(allow_null=True)
    videos = serializers.DictField(child=VideoShape(), help_text="by key: mine, and those of the returned questions")
    watched = StretchesField()
    bookmarks = serializers.ListField(child=serializers.IntegerField())
    asks = AskShape(many=True)
    returned = AskShape(many=True)
    wanted = WantedShape(many=True)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True)


class CampaignRequest(serializers.Serializer[Any]):
    """The campaign, for members of several."""

    campaign = serializers.CharField(required=False)


class AskRequest(CampaignRequest):
    """A new question."""

    task = serializers.ChoiceField(choices=TASKS)


class AskFields(CampaignRequest):
    """What is to be saved of a question; fields that are left out stay as they are."""

    task = serializers.ChoiceField(choices=TASKS, required=False)
    text = serializers.CharField(required=False, allow_blank=True)
    condition = ConditionShape(required=False, allow_null=True)
    segments = StretchesField(required=False)
    revision = serializers.IntegerField(
        required=False, help_text="the one that the program saw; refused if the question has changed since"
    )


class SubmitRequest(CampaignRequest):
    """The program's own key, with which resending stores nothing twice; and when the work was done, as for scores."""

    key = serializers.CharField(max_length=LONGEST_KEY)
    shown_ms = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=2**31 - 1)
    ago_ms = serializers.IntegerField(required=False, default=0, min_value=0, max_value=366 * 24 * 3600 * 1000)


class ViewingRequest(CampaignRequest):
    """What was watched so far, and the times to ask about; `at_ms`, where the player is, is not stored."""

    key = serializers.CharField()
    watched = StretchesField(required=False)
    bookmarks = serializers.ListField(child=serializers.IntegerField(), required=False)
    at_ms = serializers.IntegerField(required=False)


class ViewingAnswer(serializers.Serializer[Any]):
    """What is stored; and where the video lies now, which changes if it is cut again."""

    video = VideoShape(allow_null=True)
    watched = StretchesField()
    bookmarks = serializers.ListField(child=serializers.IntegerField())


def desk_body(desk: WritingDesk) -> dict[str, Any]:
    """The author's desk as the program gets it; videos in two SQL queries at most."""
    viewing = desk.viewing
    mine = desk.proxies.get(viewing.share.batch.video_id or 0) if viewing else None
    shown = {mine.moment_id} if mine else set()
    shown |= {clip.moment_id for ask in desk.returned if (clip := desk.proxies.get(ask.video_id))}
    videos = video_bodies(shown) if shown else {}
    return {
        "key": video_key(mine.moment_id) if mine else None,
        "video": videos.get(video_key(mine.moment_id)) if mine else None,
        "videos": videos,
        "watched": viewing.watched if viewing else [],
        "bookmarks": viewing.bookmarks if viewing else [],
        "asks": [ask_body(ask, desk.proxies) for ask in desk.asks],
        "returned": [ask_body(ask, desk.proxies) for ask in desk.returned],
        "wanted": [{"task": wish.task, "wanted": wish.wanted, "have": wish.have} for wish in desk.wanted],
        "reason": desk.reason,
    }


def ask_body(ask: Ask, proxies: Mapping[int, Clip]) -> dict[str, Any]:
    """The question as its author's program gets it."""
    return {
        "number": ask.number,
        "video": _key(ask.video_id, proxies),
        "task": ask.task,
        "text": ask.text,
        "condition": None
        if ask.condition_video_id is None
        else {"key": _key(ask.condition_video_id, proxies), "at_ms": ask.condition_ms},
        "segments": ask.segments,
        "state": ask.state,
        "version": ask.version,
        "reason": ask.reason,
        "returns": ask.returns,
        "revision": revision_of(ask),
    }


def _key(video: int, proxies: Mapping[int, Clip]) -> str | None:
    clip = proxies.get(video)
    return video_key(clip.moment_id) if clip else None
