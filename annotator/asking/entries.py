"""Reads what a program sends about a question or a viewing, and names the field that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.marking.reading import SegmentsError, json_name, read_segments
from annotator.marking.segments import Segment, joined, place_showing
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol

TASKS = ("ms", "ims")
LONGEST_TEXT = 1000
LONGEST_KEY = 64
MOST_STRETCHES = 2000
MOST_BOOKMARKS = 1000
WATCHED_GAP_MS = 500  # what is stored stays short, however the program cuts it


@dataclass(frozen=True, slots=True)
class GivenCondition:
    """An instant of the video that the program knows by `key`."""

    key: str
    at_ms: int


def read_task(value: object) -> str:
    """`ms` or `ims`; raises BadInput otherwise."""
    if value not in TASKS or not isinstance(value, str):
        raise BadInput(f"expected {' or '.join(TASKS)}", field="task")
    return value


def read_text(value: object) -> str:
    """The text of a question as it was typed, maybe empty; raises BadInput for what is no such text."""
    if not isinstance(value, str):
        raise BadInput(f"expected a text, got {json_name(value)}", field="text")
    if len(value) > LONGEST_TEXT:
        raise BadInput(f"expected at most {LONGEST_TEXT:,} characters, got {len(value):,}", field="text")
    if "\0" in value:
        raise BadInput("contains a NUL character", field="text")
    return value


def read_condition(value: object) -> GivenCondition | None:
    """The condition in `{"key": …, "at_ms": …}`, None for null; raises BadInput otherwise."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise BadInput(f"expected null or an object with key and at_ms, got {json_name(value)}", field="condition")
    key, at_ms = value.get("key"), value.get("at_ms")
    if not isinstance(key, str):
        raise BadInput("key: expected the key of a video", field="condition")
    if isinstance(at_ms, bool) or not isinstance(at_ms, int) or at_ms < 0:
        raise BadInput("at_ms: expected whole milliseconds of at least 0", field="condition")
    return GivenCondition(key, at_ms)


def read_answer_segments(value: object, *, duration_ms: int, protocol: MarkingProtocol) -> list[list[int]]:
    """The author's segments (M1) as JSON keeps them; raises BadInput naming the one that is wrong."""
    try:
        segments = read_segments(value, duration_ms=duration_ms, protocol=protocol)
    except SegmentsError as error:
        raise BadInput(str(error), field="segments") from error
    return plain(segments)


def refuse_condition_inside(segments: Sequence[Sequence[int]], at_ms: int) -> None:
    """Raise BadInput if the instant lies inside one of the segments: a question must not show its own answer."""
    place = place_showing(segments, at_ms)
    if place is not None:
        raise BadInput(
            f"the picture at {at_ms} ms is inside segment {place}; it would show the answer", field="condition"
        )


def read_watched(value: object, *, duration_ms: int) -> list[list[int]]:
    """What was watched, as the program lists it, joined and cut at the video's end; raises BadInput for no such list.

    The order does not matter, and stretches may overlap: a player jumps back.
    """
    if not isinstance(value, list) or len(value) > MOST_STRETCHES:
        raise BadInput(f"expected a list of at most {MOST_STRETCHES:,} pairs [start, end]", field="watched")
    stretches = []
    for place, pair in enumerate(value, 1):
        if not isinstance(pair, list) or len(pair) != 2 or not all(_is_ms(number) for number in pair):
            raise BadInput(f"stretch {place}: expected a pair [start, end] of whole milliseconds", field="watched")
        start_ms, end_ms = pair[0], min(pair[1], duration_ms)
        if start_ms < end_ms:
            stretches.append(Segment(start_ms, end_ms))
    return plain(joined(stretches, gap_ms=WATCHED_GAP_MS))


def read_bookmarks(value: object, *, duration_ms: int) -> list[int]:
    """Times that the author wants to ask about, each once and in order; raises BadInput for what is no such list."""
    if not isinstance(value, list) or len(value) > MOST_BOOKMARKS:
        raise BadInput(f"expected a list of at most {MOST_BOOKMARKS:,} times", field="bookmarks")
    for place, at_ms in enumerate(value, 1):
        if not _is_ms(at_ms):
            raise BadInput(f"time {place}: expected whole milliseconds of at least 0", field="bookmarks")
    return sorted({min(at_ms, duration_ms) for at_ms in value})


def read_key(value: object) -> str:
    """The program's own key; raises BadInput for what cannot be one."""
    if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= LONGEST_KEY:
        raise BadInput(f"expected 1 to {LONGEST_KEY} printable characters", field="key")
    return value


def merged(one: Sequence[Sequence[int]], other: Sequence[Sequence[int]]) -> list[list[int]]:
    """The stretches of both lists: two tabs on one video both watch."""
    return plain(joined([Segment(start, end) for start, end in (*one, *other)], gap_ms=WATCHED_GAP_MS))


def plain(segments: Sequence[Segment]) -> list[list[int]]:
    """The segments as JSON keeps them."""
    return [[segment.start_ms, segment.end_ms] for segment in segments]


def _is_ms(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
