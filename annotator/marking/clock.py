"""Times of a video as people read and type them; the twin of timecode.js of the desks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from annotator.marking.segments import Segment

LONGEST_TYPED = 20_000
TYPED = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?", re.ASCII)
BETWEEN = re.compile(r"\s*(?:–|—|-|\bto\b)\s*")


class TypedError(ValueError):
    """A typed time or segment that cannot be read; the message says which."""


def clock(ms: int) -> str:
    """3,723,450 ms as "1:02:03.45", 62,000 ms as "1:02"."""
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    head = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{head}:{seconds:02}" + (f".{rest:03}".rstrip("0") if rest else "")


def stretch(segment: Segment) -> str:
    """A segment as "0:10–0:20.5"."""
    return f"{clock(segment.start_ms)}–{clock(segment.end_ms)}"


def stretches(segments: Iterable[Segment]) -> str:
    """Segments in a sentence: "0:10–0:20 and 0:40–0:50"."""
    words = [stretch(one) for one in segments]
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def typed_segments(text: str) -> list[list[int]]:
    """[start, end] in milliseconds of each line or part between semicolons, as "0:10 – 0:20.5", in order of time.

    Raises TypedError for a part that is not two times. Whether they are a marking is for M1 to say.
    """
    if len(text) > LONGEST_TYPED:
        raise TypedError(f"expected at most {LONGEST_TYPED:,} characters")
    parts = [part.strip() for part in re.split(r"[;\n]", text)]
    return sorted(_typed_segment(part) for part in parts if part)


def _typed_segment(part: str) -> list[int]:
    times = [_typed_ms(time) for time in BETWEEN.split(part)]
    if len(times) != 2 or None in times:
        raise TypedError(f"expected two times such as 0:10 – 0:20.5, got {part[:40]!r}")
    return [time for time in times if time is not None]


def _typed_ms(time: str) -> int | None:
    found = TYPED.fullmatch(time.strip())
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    whole_s = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds)
    return whole_s * 1000 + int((fraction or "0").ljust(3, "0"))
