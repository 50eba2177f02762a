"""Segments as people write them: `0:10 - 0:20.5, 1:02:03 - 1:02:10`, or `none`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from annotator.marking.segments import Segment

NONE = "none"
SPAN = re.compile(r"\s*(\S+?)\s*[-–]\s*(\S+?)\s*")
TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6}(?:\.\d{1,3})?)")


def written(segments: Iterable[Segment]) -> str:
    """The segments as `read_written` reads them."""
    return ", ".join(f"{_time(one.start_ms)} – {_time(one.end_ms)}" for one in segments) or NONE


def read_written(text: str) -> list[list[int]]:
    """The segments in milliseconds, not checked against any video; `none` has no segment.

    Raises ValueError naming what cannot be read; an empty text is nothing that anybody meant.
    """
    if text.strip().casefold() == NONE:
        return []
    found = []
    for part in text.split(","):
        span = SPAN.fullmatch(part)
        times = [] if span is None else [_ms(span[1]), _ms(span[2])]
        if len(times) != 2 or None in times:
            raise ValueError(f"expected times such as 0:10 - 0:20.5, or {NONE}, got {part.strip()[:40]!r}")
        found.append([ms for ms in times if ms is not None])
    return found


def _ms(text: str) -> int | None:
    time = TIME.fullmatch(text)
    if time is None:
        return None
    return round((int(time[1] or 0) * 3600 + int(time[2] or 0) * 60 + float(time[3])) * 1000)


def _time(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    whole, part = divmod(rest, 1000)
    seconds = f"{whole:02}" + (f".{part:03}".rstrip("0") if part else "")
    return f"{hours}:{minutes:02}:{seconds}" if hours else f"{minutes}:{seconds}"
