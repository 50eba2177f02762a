"""When each frame of a video is shown: the one place that turns times into frames and back.

A rate times a time is wrong wherever frames are not evenly spaced, so every time comes from here.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain, groupby, pairwise, repeat
from typing import Any

from moments.clips.cutting.failures import CutError

BASE = re.compile(r"#tb 0: (\d+)/(\d+)")
FRAME = re.compile(r"0, *-?\d+, *(-?\d+), *(\d+), ")


@dataclass(frozen=True, slots=True)
class FrameTable:
    """The times of a video's frames, in units of `base` seconds on ffmpeg's own clock of the file.

    `starts` holds when each frame begins, strictly ascending, and `end` when the last one is over. The clock is that of
    `-ss`: rotation, edit lists and a start other than zero are in it already. A frame's number is its place here.
    """

    base: Fraction
    starts: Sequence[int]
    end: int

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def duration_s(self) -> float:
        """From the first frame's beginning to the last one's end."""
        return float((self.end - self.starts[0]) * self.base)

    def start_ms(self, frame: int) -> int:
        """The whole millisecond at or before the frame's beginning: ffmpeg cuts from there with this frame first.

        That needs frames that are at least a millisecond apart. The number of frames gives the end of the video.
        Raises IndexError for a number that no frame has.
        """
        if not 0 <= frame <= len(self.starts):
            raise IndexError(f"expected a frame from 0 to {len(self.starts)}, got {frame}")
        units = self.end if frame == len(self.starts) else self.starts[frame]
        return math.floor(units * self.base * 1000)

    def frame_at_ms(self, time_ms: int) -> int:
        """The frame that shows at that time; the first one before the beginning, the last one behind the end."""
        limit = math.ceil(Fraction(time_ms + 1, 1000) / self.base)  # so that this is the inverse of `start_ms`
        return max(0, bisect_left(self.starts, limit) - 1)

    def frames_within(self, start_ms: int, end_ms: int) -> range:
        """The numbers of the frames that show at some time of the stretch: none if it begins behind the last one.

        The frame of `start_ms` comes first, though it may have begun a little earlier.
        """
        if start_ms >= self.start_ms(len(self)):
            return range(0)
        return range(self.frame_at_ms(start_ms), self.frame_at_ms(end_ms - 1) + 1)

    def seek_s(self, frame: int) -> float:
        """Where a player of the proxy, whose first frame begins at 0, seeks to show it: the middle of its time."""
        start = self.starts[frame]
        after = self.starts[frame + 1] if frame + 1 < len(self.starts) else self.end
        return float((Fraction(start + after, 2) - self.starts[0]) * self.base)

    def packed(self) -> dict[str, Any]:
        """As JSON: the base as [numerator, denominator], the first start, and [length, how many] of equal frames."""
        lengths = (after - start for start, after in pairwise([*self.starts, self.end]))
        runs = [[length, sum(1 for _ in run)] for length, run in groupby(lengths)]
        return {"base": [self.base.numerator, self.base.denominator], "first": self.starts[0], "runs": runs}


def unpacked(packed: dict[str, Any]) -> FrameTable:
    """The table that `packed` gave."""
    lengths = chain.from_iterable(repeat(length, times) for length, times in packed["runs"])
    starts = list(accumulate(lengths, initial=packed["first"]))
    return FrameTable(Fraction(*packed["base"]), starts[:-1], starts[-1])


def table_of(listing: Iterable[str]) -> FrameTable:
    """The table in ffmpeg's framecrc listing of decoded frames; raises CutError if there is no frame."""
    base, starts, end = None, [], 0
    for line in listing:
        if frame := FRAME.match(line):
            starts.append(int(frame[1]))
            end = starts[-1] + max(1, int(frame[2]))
        elif found := BASE.match(line):
            base = Fraction(int(found[1]), int(found[2]))
    if base is None or not starts:
        raise CutError("damaged", "the video is damaged: no picture can be decoded")
    return FrameTable(base, starts, end)
