"""Which work a person's time at work was for, where people write: in marking campaigns, and in those of twins."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from annotator.worktime.hours import Stopwatch


class Work(StrEnum):
    """What a person's answer was: a text of their own, somebody's question marked, pieces or clips judged, a caption
    assigned, anything else.
    """

    WRITING = "writing"
    MARKING = "marking"
    JUDGING = "judging"
    ASSIGNING = "assigning"
    OTHER = "other"  # exams, hidden checks, and time after the last answer


class Moment(NamedTuple):
    """One event of work, in milliseconds since 1970; `work` and `batch` say what an answer was, and are None else."""

    at: int
    shown_ms: int | None
    work: Work | None = None
    batch: int | None = None


class Spent(NamedTuple):
    """Milliseconds at work, when they ended, and the work on a batch that they were for."""

    at: int
    millis: int
    work: Work
    batch: int | None


def time_spent(events: Sequence[Moment], *, idle: int) -> list[Spent]:
    """One person's time by event, in the order of time, as pay counts it with that idle limit in milliseconds.

    Time counts towards the next answer that the person sends: watching a video belongs to the question that comes of
    it. What follows the last answer is other work for the time being.
    """
    took = Stopwatch().count(((event.at, event.shown_ms, False, 0) for event in events), idle)
    work, batch = Work.OTHER, None
    found = []
    for event, millis in zip(reversed(events), reversed(took), strict=True):
        if event.work is not None:
            work, batch = event.work, event.batch
        found.append(Spent(event.at, millis, work, batch))
    return found[::-1]
