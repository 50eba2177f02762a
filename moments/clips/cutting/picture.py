"""The pictures that any rendition of a moment shows: how many, how large, from which instants."""

from __future__ import annotations

import math

TOLERANCE_S = 0.5
WIDEST = 4
# A side that no display has; crop refuses such a picture and changes no other.
LONGEST_SIDE = 7680
SIDE_CHECK = f"crop=w='if(gt(max(iw,ih),{LONGEST_SIDE}),-1,iw)':h=ih:exact=1"


def frame_count(start_s: float, end_s: float, fps: float) -> int:
    """How many frames a stretch asks for: its length times `fps`, rounded (a half up), one at least."""
    return max(1, math.floor((end_s - start_s) * fps + 0.5))


def frames_filter(*, fps: float, frames: int) -> str:
    """Ffmpeg's filters that give exactly `frames` pictures, or fewer where the video ends too early.

    Each picture is taken from the middle of its time. A missing end of up to half a second is
    filled with the last picture, which also gives a moment shorter than a frame its one picture.
    """
    return ",".join(
        [
            SIDE_CHECK,
            f"tpad=stop_mode=clone:stop_duration={TOLERANCE_S:g}",
            f"fps={fps:.10g}",
            f"trim=end_frame={frames}",
        ]
    )


def size_filter(*, height: int) -> str:
    """Ffmpeg's filters that give pictures their size: square pixels, even sides, never enlarged."""
    return f"scale={_width(height)}:{_height(height)},setsar=1"


def _height(height: int) -> str:
    """The source's height, cut down to `height` and to what keeps the width within `WIDEST` times it."""
    return f"h='max(2,2*trunc(min(min(ih,{height}),{WIDEST * height}/dar)/2))'"


def _width(height: int) -> str:
    return f"w='min({WIDEST * height},max(2,2*round(oh*dar/2)))'"
