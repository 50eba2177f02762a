"""Lanes: what different people marked of one video, one below the other, as values that pages draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.marking.clock import stretch
from annotator.marking.segments import Segment


@dataclass(frozen=True, slots=True)
class Lane:
    """One row below the filmstrip: `kind` gives its colour, `name` and `note` stand beside it, `link` leads on."""

    kind: str
    name: str
    segments: Sequence[Segment] = ()
    note: str = ""
    link: str = ""
    title: str = ""

    @property
    def bars(self) -> list[tuple[Segment, str]]:
        """Each segment with its times in words."""
        return [(segment, stretch(segment)) for segment in self.segments]


def watched_segments(watched: Sequence[Sequence[int]]) -> tuple[Segment, ...]:
    """What a viewing stores as watched."""
    return tuple(Segment(start, end) for start, end in watched)


def gaps(watched: Sequence[Segment], *, duration_ms: int) -> tuple[Segment, ...]:
    """The stretches of the video that nobody watched, given what people watched in any order."""
    found, at = [], 0
    for segment in sorted(watched):
        if segment.start_ms > at:
            found.append(Segment(at, segment.start_ms))
        at = max(at, segment.end_ms)
    if at < duration_ms:
        found.append(Segment(at, duration_ms))
    return tuple(found)
