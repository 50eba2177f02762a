"""What an export of a twins campaign holds: clips with their captions, judgements, assignments, dropped clips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

TRAIN, VAL, TEST = "train", "val", "test"
TWIN_SPLITS = (TRAIN, VAL, TEST)
HELD_OUT = (VAL, TEST)


class ClipCaption(NamedTuple):
    """A clip in one direction: its name in every file, its caption, and rewrites of it, which only training has."""

    vid: str
    direction: str
    text: str
    rewrites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DescribedMoment:
    """A moment in which time matters, with one caption, or with two if its reverse is real too.

    `adjudicated` if a lead decided on it or on one of its captions.
    """

    video_name: str
    start_s: float
    end_s: float
    duration_s: float
    split: str
    criterion: str
    forward: ClipCaption
    backward: ClipCaption | None
    adjudicated: bool

    def clips(self) -> Iterator[tuple[ClipCaption, str | None]]:
        """Each clip with the name of its twin."""
        yield self.forward, None if self.backward is None else self.backward.vid
        if self.backward is not None:
            yield self.backward, self.forward.vid


class JudgementRow(NamedTuple):
    """One person's judgement of a moment; `criterion` and `unreal` are None where time does not matter."""

    vid: str
    round: int
    worker: str
    temporal: bool
    criterion: str | None
    unreal: str | None


class AssignmentRow(NamedTuple):
    """One person's assignment of a caption: among its twins or among look-alikes; `answer` is right, wrong or
    "cannot tell". Attempts count how often the caption was written.
    """

    vid: str
    attempt: int
    among: str
    worker: str
    answer: str


class DroppedMoment(NamedTuple):
    """A moment without a caption, and why."""

    vid: str
    video_name: str
    outcome: str
    reason: str
