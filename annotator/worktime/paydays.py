"""Which day each moment of work is paid with: closed periods keep their days, the others lie in the zone of today."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from zoneinfo import ZoneInfo

from annotator.worktime.hours import SECOND, PayDay, millis_of, moment_of

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed period: its days, the moments between which it lies, its own zone and idle limit."""

    key: int
    first_day: date
    last_day: date
    starts_at: datetime
    ends_at: datetime
    zone: ZoneInfo
    idle_s: int


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """When the day begins there; where clocks skip midnight, the moment at which they skip it."""
    return datetime.combine(day, time(), zone)


def local_day(moment: datetime, zone: ZoneInfo) -> date:
    """The day that it is there."""
    return moment.astimezone(zone).date()


def pay_days(
    closed: Iterable[Closed], *, zone: ZoneInfo, idle_s: int, since: datetime, until: datetime
) -> list[PayDay]:
    """Every day from `since` to `until`, in order, each moment in exactly one.

    A closed period keeps its moments, whatever zone its campaign has now; moments that are left over beside
    it by a change of zone belong to the nearest day that is not closed.
    """
    days: list[PayDay] = []
    at, after = millis_of(since), None
    for period in sorted(closed, key=attrgetter("starts_at")):
        open_days = _open_days(at, millis_of(period.starts_at), zone, after=after, before=period.first_day)
        days += [PayDay(day, starts, idle_s * SECOND) for day, starts in open_days]
        days += _days_of(period)
        at, after = millis_of(period.ends_at), period.last_day
    open_days = _open_days(at, millis_of(until) + 1, zone, after=after, before=None)
    return days + [PayDay(day, starts, idle_s * SECOND) for day, starts in open_days]


def place_of(moment: datetime, days: Sequence[PayDay]) -> int:
    """The place of the moment's day among the days; what came before the first belongs to the first."""
    return max(bisect_right(days, millis_of(moment), key=attrgetter("starts")) - 1, 0)


def bounds_of(
    first_day: date, last_day: date, *, zone: ZoneInfo, closed: Sequence[Closed]
) -> tuple[datetime, datetime]:
    """The moments between which a period of those days lies, next to the closed ones without a gap or an overlap."""
    starts, ends = midnight(first_day, zone), midnight(last_day + ONE_DAY, zone)
    for period in closed:
        if period.last_day < first_day:
            touches = period.last_day + ONE_DAY == first_day
            starts = period.ends_at if touches else max(starts, period.ends_at)
        else:
            touches = period.first_day - ONE_DAY == last_day
            ends = period.starts_at if touches else min(ends, period.starts_at)
    return starts, ends


def _days_of(period: Closed) -> Iterator[PayDay]:
    starts = millis_of(period.starts_at)
    day = period.first_day
    while day <= period.last_day:
        yield PayDay(day, starts, period.idle_s * SECOND, period.key)
        day += ONE_DAY
        # Where the period before it was closed in a zone far to the west, midnight may lie before its beginning.
        starts = max(starts + 1, millis_of(midnight(day, period.zone)))


def _open_days(
    at: int, end: int, zone: ZoneInfo, *, after: date | None, before: date | None
) -> Iterator[tuple[date, int]]:
    """Days from `at` to `end` that lie after the day `after` and before `before`, and when each begins."""
    if at >= end:
        return
    day = local_day(moment_of(at), zone)
    if after is not None:
        day = max(day, after + ONE_DAY)
    if before is not None:
        day = min(day, before - ONE_DAY)
    while at < end:
        yield day, at
        day += ONE_DAY
        if day == before:
            return
        at = max(at + 1, millis_of(midnight(day, zone)))
