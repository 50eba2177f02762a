"""What a marking is: ordered, disjoint segments of a video in milliseconds (M1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """A stretch of a video, from `start_ms` up to `end_ms`; raises ValueError if it is reversed or has no length."""

    start_ms: int
    end_ms: int

    def __post_init__(self) -> None:
        if not 0 <= self.start_ms < self.end_ms:
            raise ValueError(f"a segment starts at 0 or later and ends after it starts, got {self}")

    @property
    def length_ms(self) -> int:
        """How long the segment lasts."""
        return self.end_ms - self.start_ms

    def overlap_ms(self, other: Segment) -> int:
        """How much time both have; 0 if they only touch."""
        return max(0, min(self.end_ms, other.end_ms) - max(self.start_ms, other.start_ms))

    def covers(self, other: Segment) -> bool:
        """Whether the other lies within this one."""
        return self.start_ms <= other.start_ms and other.end_ms <= self.end_ms

    def __str__(self) -> str:
        return f"[{self.start_ms / 1000:g}, {self.end_ms / 1000:g}] s"


@dataclass(frozen=True, slots=True)
class Marking:
    """What one person marked for a question; without segments it says "no answer here" (M1).

    Raises ValueError unless the segments are in order and do not overlap.
    """

    segments: tuple[Segment, ...] = ()

    def __post_init__(self) -> None:
        for before, after in pairwise(self.segments):
            if after.start_ms < before.end_ms:
                raise ValueError(f"the segments of a marking are ordered and disjoint, got {before} before {after}")

    @property
    def has_answer(self) -> bool:
        """Whether the person found at least one segment."""
        return bool(self.segments)


def place_showing(stretches: Iterable[Sequence[int]], at_ms: int) -> int | None:
    """The place, from 1, of the first stretch [start_ms, end_ms] that the instant lies in; None if it is in none."""
    found = (place for place, (start_ms, end_ms) in enumerate(stretches, 1) if start_ms <= at_ms <= end_ms)
    return next(found, None)


def joined(segments: Iterable[Segment], *, gap_ms: int) -> tuple[Segment, ...]:
    """The segments in order, those that overlap or lie at most `gap_ms` apart made one."""
    whole: list[Segment] = []
    for segment in sorted(segments):
        if whole and segment.start_ms - whole[-1].end_ms <= gap_ms:
            whole[-1] = Segment(whole[-1].start_ms, max(whole[-1].end_ms, segment.end_ms))
        else:
            whole.append(segment)
    return tuple(whole)


def hull(segments: Sequence[Segment]) -> Segment:
    """From the first start to the last end; raises ValueError if there is no segment."""
    return Segment(min(segment.start_ms for segment in segments), max(segment.end_ms for segment in segments))


def iou(one: Segment, other: Segment) -> float:
    """Intersection over union of two segments, 0 to 1."""
    shared = one.overlap_ms(other)
    return shared / (one.length_ms + other.length_ms - shared)
