"""The frame table of a whole video as it is kept beside its proxy."""

from __future__ import annotations

import json

from moments.clips.cutting.frame_table import FrameTable, unpacked
from moments.clips.selectors.whole_videos import whole_video_of
from moments.clips.storage import clip_file
from moments.models import Campaign, Clip, ClipPart, ClipPartKind, Moment


def kept_table(campaign: Campaign, video: str) -> FrameTable | None:
    """The table by which people marked the video, by the video's name; None if its proxy is not there."""
    whole = Moment.objects.filter(campaign=campaign, video__name=video, whole=True)
    moment = whole.values_list("pk", flat=True).first()
    shown = None if moment is None else whole_video_of([moment]).get(moment)
    return None if shown is None else _read(shown.frames)


def table_beside(clip: Clip) -> FrameTable | None:
    """The table that is kept beside the proxy, whatever its state; None if it is not there."""
    part = ClipPart.objects.filter(clip=clip, kind=ClipPartKind.FRAMES).first()
    return None if part is None else _read(part)


def _read(part: ClipPart) -> FrameTable | None:
    try:
        with clip_file(part.name) as file:
            return unpacked(json.load(file)["table"])
    except FileNotFoundError:
        return None
