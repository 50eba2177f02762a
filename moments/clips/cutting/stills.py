"""Still pictures of chosen frames of a proxy, as JPEG files without metadata."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.frame_table import FrameTable
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.opening import opened
from moments.clips.cutting.picture import SIDE_CHECK, size_filter
from moments.clips.cutting.renditions import SILENCE, STILL_COLOURS, STILL_ENCODER
from moments.clips.formats.jpeg_segments import read_jpeg


def cut_stills(
    proxy: Path, table: FrameTable, frames: Iterable[int], folder: Path, *, height: int, limits: Limits | None = None
) -> list[bytes]:
    """The pictures of those frames, in the order of `frames`, at most `height` lines high and never enlarged.

    `table` is the proxy's own. Scratch files go into `folder` and do not stay. Raises CutError, with the reason, where
    a frame cannot be decoded.
    """
    video, limits = opened(proxy), limits or Limits()
    picture, found = folder / "still.jpg", []
    for frame in frames:
        filters = f"{SIDE_CHECK},{size_filter(height=height)},{STILL_COLOURS}"
        asked = ["-map", "0:V:0", *SILENCE, "-vf", filters, *STILL_ENCODER, f"file:{picture.absolute()}"]
        try:
            run_ffmpeg([*video.input_arguments(limits, start_s=_proxy_s(table, frame)), *asked], limits)
            found.append(picture.read_bytes())
            read_jpeg(found[-1])
        except (OSError, ValueError) as error:
            raise CutError("damaged", f"frame {frame} of the video cannot be decoded") from error
        finally:
            picture.unlink(missing_ok=True)
    return found


def _proxy_s(table: FrameTable, frame: int) -> float:
    """Where the frame begins in the proxy, whose first frame begins at 0, in whole milliseconds rounded down."""
    since_first = (table.starts[frame] - table.starts[0]) * table.base
    return math.floor(since_first * 1000) / 1000
