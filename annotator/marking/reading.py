"""Reads a marking from JSON that nobody vouches for, and names the segment that is wrong (M1)."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.marking.segments import Segment
from moments.marking_protocol import MarkingProtocol

MOST_SEGMENTS = 500
JSON_NAMES = {
    bool: "true or false",
    float: "a decimal number",
    str: "a text",
    type(None): "null",
    list: "a list",
    dict: "an object",
}


class SegmentsError(ValueError):
    """Segments that cannot be a marking; `position` counts from 1, and is None if no single segment is wrong."""

    def __init__(self, reason: str, position: int | None = None) -> None:
        super().__init__(reason if position is None else f"segment {position}: {reason}")
        self.reason = reason
        self.position = position


def read_segments(raw: object, *, duration_ms: int, protocol: MarkingProtocol) -> tuple[Segment, ...]:
    """The segments of decoded JSON: a list of pairs `[start_ms, end_ms]`; an empty list is "no answer here".

    Raises SegmentsError unless each number is a JSON integer, each segment lies within the video and lasts at least
    `shortest_ms`, and the segments are in order and do not overlap. At most 500 segments are read: the checks of a
    longer list would cost what nobody marks by hand.
    """
    if not isinstance(raw, list | tuple):
        raise SegmentsError(f"expected a list of segments, got {json_name(raw)}")
    if len(raw) > MOST_SEGMENTS:
        raise SegmentsError(f"expected at most {MOST_SEGMENTS} segments, got {len(raw):,}")
    segments: list[Segment] = []
    for position, pair in enumerate(raw, 1):
        start_ms, end_ms = _numbers(pair, position)
        _check(start_ms, end_ms, position, duration_ms=duration_ms, shortest_ms=protocol.shortest_ms)
        segment = Segment(start_ms, end_ms)
        if segments and start_ms < segments[-1].start_ms:
            raise SegmentsError("starts before the previous segment; segments are listed in order", position)
        if segments and start_ms < segments[-1].end_ms:
            raise SegmentsError("overlaps the previous segment", position)
        segments.append(segment)
    return tuple(segments)


def json_name(value: object) -> str:
    """What a decoded JSON value is, for an error; never its content, which may be huge."""
    return JSON_NAMES.get(type(value), "an integer" if isinstance(value, int) else "something else")


def _numbers(pair: object, position: int) -> Sequence[int]:
    if not isinstance(pair, list | tuple):
        raise SegmentsError(f"expected a pair [start, end], got {json_name(pair)}", position)
    if len(pair) != 2:
        raise SegmentsError(f"expected a pair [start, end], got a list of {len(pair):,}", position)
    for name, number in zip(("start", "end"), pair, strict=True):
        if isinstance(number, bool) or not isinstance(number, int):
            raise SegmentsError(f"its {name} must be an integer of milliseconds, got {json_name(number)}", position)
    return pair


def _check(start_ms: int, end_ms: int, position: int, *, duration_ms: int, shortest_ms: int) -> None:
    if not (0 <= start_ms <= duration_ms and 0 <= end_ms <= duration_ms):
        raise SegmentsError(f"lies outside the video, which lasts {duration_ms} ms", position)
    if end_ms < start_ms:
        raise SegmentsError(f"ends at {end_ms} ms, before its start at {start_ms} ms", position)
    if end_ms - start_ms < shortest_ms:
        raise SegmentsError(f"lasts {end_ms - start_ms} ms; the shortest segment lasts {shortest_ms} ms", position)
