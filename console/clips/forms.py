"""How clips look, as a form gives it."""

from __future__ import annotations

import math

from django.http import QueryDict

from console.frame.forms import whole_number
from moments.base.errors import BadInput
from moments.clips.look import ClipLook
from moments.models.checks import RENDITIONS

SOUND = "sound"


def look_posted(given: QueryDict) -> ClipLook:
    """The settings of the form; raises BadInput naming the field for what is none."""
    renditions = tuple(name for name in RENDITIONS if name in given.getlist("rendition"))
    height = whole_number(given.get("height", ""), "height")
    return ClipLook(_fps(given.get("fps", "")), height, renditions, sound="sound" in given)


def look_seen(given: QueryDict) -> ClipLook:
    """The settings that were in force when the form was opened."""
    fps, height, names, sound, *_ = [*given.get("seen", "").split(" "), "", "", "", ""]
    return ClipLook(_fps(fps), whole_number(height, "height"), tuple(names.split(",")), sound == SOUND)


def seen_text(look: ClipLook) -> str:
    """The mark of them that the form carries."""
    return f"{look.fps} {look.height} {look.names} {SOUND if look.sound else '-'}"


def _fps(text: str) -> float:
    try:
        fps = float(text.strip().replace(",", "."))
    except ValueError:
        fps = math.nan
    if not math.isfinite(fps) or len(text) > 20:
        raise BadInput("expected a number such as 3 or 12.5", field="fps")
    return fps
