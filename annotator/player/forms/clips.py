"""The shapes of a clip and of a whole video in the REST API: no name, nothing of the moment (R9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from moments.clips.selectors.whole_videos import ShownVideo, whole_video_of
from moments.clips.storage import clip_url, part_url
from moments.models import Clip


class ClipShape(serializers.Serializer[Any]):
    """A clip: where it lies, what it is, its size in pixels, its length in seconds, its size in bytes, its sound."""

    url = serializers.CharField()
    type = serializers.CharField(help_text="Internet media type")
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    seconds = serializers.FloatField()
    bytes = serializers.IntegerField()
    sound = serializers.BooleanField(required=False, help_text="only there, and true, if the clip has sound")


STRETCH = "[start, end] in milliseconds"


class StretchesField(serializers.ListField):
    """Stretches of a video in milliseconds."""

    child = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, help_text=STRETCH)


class VideoShape(serializers.Serializer[Any]):
    """A whole video: its proxy, the file of its frame times and the sheets of its filmstrip."""

    proxy = ClipShape()
    frames = serializers.CharField()
    sheets = serializers.ListField(child=serializers.CharField())


class ConditionShape(serializers.Serializer[Any]):
    """The picture of a question of task ims: an instant of a video."""

    key = serializers.CharField(allow_null=True, help_text="null if the video cannot be shown at the moment")
    at_ms = serializers.IntegerField(min_value=0)


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
        "bytes": clip.size,
        **({"sound": True} if clip.has_sound else {}),
    }


def video_bodies(moments: Iterable[int]) -> dict[str, dict[str, Any]]:
    """The whole moments (by primary key) that can be shown, by the key that programs know them by; one SQL query."""
    return {shown.key: video_body(shown) for shown in whole_video_of(moments).values()}


def video_body(shown: ShownVideo) -> dict[str, Any]:
    """The whole video as the program gets it."""
    return {
        "proxy": clip_body(shown.proxy),
        "frames": part_url(shown.frames),
        "sheets": [part_url(sheet) for sheet in shown.sheets],
    }
