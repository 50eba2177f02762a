"""Active time from the moments at which somebody worked: the rule of docs/pay.md, as pure functions.

Events follow each other in stretches: within one, no gap is longer than the idle limit. A stretch lasts
from the moment at which its first clip came into view, the idle limit before its event at most, to its
last event. Events of several tabs lie on one timeline, so that no second counts twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import itemgetter
from statistics import median
from typing import NamedTuple

SECOND = 1000  # times are whole milliseconds throughout
NEVER = 1 << 62
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

EventRow = tuple[int, int | None, bool, int]  # an Event, or a row of the database with the same columns


class Event(NamedTuple):
    """One moment of work, in milliseconds since 1970, and how long the clip had been in view, if that is known."""

    at: int
    shown_ms: int | None = None
    is_label: bool = False
    person: int = 0


@dataclass(frozen=True, slots=True)
class PayDay:
    """A day as it is paid: `starts` and the idle limit in milliseconds; `period` is that which closed it, if any."""

    day: date
    starts: int
    idle: int
    period: int | None = None


@dataclass(slots=True)
class Tally:
    """Work of one day: milliseconds of active time, and labels."""

    millis: int = 0
    labels: int = 0


class Stopwatch:
    """Counts one person's active time, event after event in the order of time."""

    __slots__ = ("begun", "last", "stretches")

    def __init__(self) -> None:
        self.last = 0
        self.begun = 0  # from when on the present stretch is counted
        self.stretches = 0

    def count(self, events: Iterable[EventRow], idle: int) -> list[int]:
        """The milliseconds that each event adds, with the gap before it and the view of its clip."""
        last, begun, took = self.last, self.begun, []
        for at, shown_ms, _, _ in events:
            added = at - last
            if added > idle or not self.stretches:
                self.stretches += 1
                begun, added = at, 0
            last = at
            # Where nothing says when the work began it fills the idle limit, but not before the very first event.
            view = idle * (self.stretches > 1) if shown_ms is None else min(shown_ms, idle)
            if at - view < begun:
                added += begun - (at - view)
                begun = at - view
            took.append(added)
        self.last, self.begun = last, begun
        return took


def tally(events: Sequence[EventRow], days: Sequence[PayDay], *, pace: list[int] | None = None) -> dict[int, Tally]:
    """Active time and labels by place in `days`, of one person's events in the order of time.

    An event's time belongs to the day in which the event happened; `days` are in order, and what came
    before the first belongs to the first. `pace` collects what each label took.
    """
    watch, tallies, begin = Stopwatch(), {}, 0
    starts = [day.starts for day in days]
    while begin < len(events):
        place = max(bisect_right(starts, events[begin][0]) - 1, 0)
        ends = starts[place + 1] if place + 1 < len(starts) else NEVER
        end = bisect_left(events, ends, lo=begin, key=itemgetter(0))
        part = events[begin:end]
        took = watch.count(part, days[place].idle)
        labels = [added for event, added in zip(part, took, strict=True) if event[2]]
        tallies[place] = Tally(sum(took), len(labels))
        if pace is not None:
            pace += labels
        begin = end
    return tallies


def pace_seconds(took: Sequence[int], *, least: int) -> float | None:
    """The median of what labels took, in seconds to a tenth; None if there are fewer than `least`."""
    return round(median(took) / SECOND, 1) if took and len(took) >= least else None


def millis_of(moment: datetime) -> int:
    """Milliseconds since 1970, rounded as the databases round them."""
    return (moment - EPOCH + timedelta(microseconds=500)) // timedelta(milliseconds=1)


def moment_of(millis: int) -> datetime:
    """The moment that many milliseconds after 1970 began."""
    return EPOCH + timedelta(milliseconds=millis)
