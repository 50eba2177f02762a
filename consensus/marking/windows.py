"""The window of video around a condition's instant, for the task VMS (M5)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

from annotator.marking.segments import Segment

SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS = 2_000, 30_000


def draw_window(instant_ms: int, *, duration_ms: int, seed: object, truths: Iterable[Segment] = ()) -> Segment | None:
    """A window of 2 to 30 s that holds the instant, lies within the video and shares no time with a truth.

    First its length is drawn, then its start, each with equal chances for every millisecond that fits; only `seed`
    decides. `truths` are those of the question, if the condition comes from the video that it asks about. None if
    less than 2 s are free around the instant. Raises ValueError for an instant outside the video.
    """
    if not 0 <= instant_ms < duration_ms:
        raise ValueError(f"the instant {instant_ms} ms lies outside the video, which lasts {duration_ms} ms")
    first, last = 0, duration_ms
    for truth in truths:
        if truth.end_ms <= instant_ms:
            first = max(first, truth.end_ms)
        elif truth.start_ms > instant_ms:
            last = min(last, truth.start_ms)
        else:
            return None
    if last - first < SHORTEST_WINDOW_MS:
        return None
    draw = random.Random(hashlib.sha256(repr(seed).encode()).digest())
    length_ms = draw.randint(SHORTEST_WINDOW_MS, min(LONGEST_WINDOW_MS, last - first))
    start_ms = draw.randint(max(first, instant_ms - length_ms + 1), min(instant_ms, last - length_ms))
    return Segment(start_ms, start_ms + length_ms)
