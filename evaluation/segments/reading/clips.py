"""The names of clips, `VIDEO/START_END.mp4` with times in seconds: video and times are what they identify."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

SECONDS = r"\d{1,12}(?:\.\d{1,9})?"
NAME = re.compile(rf"(?:.*/)?(?P<video>[^/]+)/(?P<start>{SECONDS})_(?P<end>{SECONDS})[._][^/]*")


class Clip(NamedTuple):
    """One clip of a video; equal for every path that names the same times of the same video."""

    video: str
    start_s: float
    end_s: float


@lru_cache(maxsize=100_000)
def clip_of(path: str) -> Clip | None:
    """The clip that a path names, whatever folders come before the video's; None where it names none."""
    found = NAME.fullmatch(path)
    return Clip(found["video"], float(found["start"]), float(found["end"])) if found else None
