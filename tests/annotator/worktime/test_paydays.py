"""Which day a moment is paid with."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.worktime.hours import millis_of
from annotator.worktime.paydays import ONE_DAY, Closed, bounds_of, local_day, midnight, pay_days, place_of

SINGAPORE, NEW_YORK = ZoneInfo("Asia/Singapore"), ZoneInfo("America/New_York")
UTC_ZONE = ZoneInfo("UTC")
SINCE, UNTIL = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 12, tzinfo=UTC)


def closed(first: int, last: int, zone: ZoneInfo, earlier: list[Closed] | None = None, *, key: int = 1) -> Closed:
    first_day, last_day = date(2026, 3, first), date(2026, 3, last)
    starts_at, ends_at = bounds_of(first_day, last_day, zone=zone, closed=earlier or [])
    return Closed(key, first_day, last_day, starts_at, ends_at, zone, 60)


def day_of(moment: datetime, days) -> tuple[int, int | None]:
    found = days[place_of(moment, days)]
    return found.day.day, found.period


def test_days_begin_at_midnight_in_the_zone() -> None:
    days = pay_days([], zone=SINGAPORE, idle_s=120, since=SINCE, until=UNTIL)
    assert day_of(datetime(2026, 3, 4, 15, 59, 59, tzinfo=UTC), days) == (4, None)
    assert day_of(datetime(2026, 3, 4, 16, 0, tzinfo=UTC), days) == (5, None)
    assert {day.idle for day in days} == {120_000}


def test_a_day_on_which_clocks_change_is_as_long_as_it_is() -> None:
    days = pay_days([], zone=NEW_YORK, idle_s=120, since=SINCE, until=UNTIL)
    starts = {day.day: day.starts for day in days}
    assert starts[date(2026, 3, 9)] - starts[date(2026, 3, 8)] == 23 * 3600 * 1000


def test_a_midnight_that_clocks_skip_is_the_moment_of_the_skip() -> None:
    cairo = ZoneInfo("Africa/Cairo")  # 2026-04-24 begins at 01:00
    skipped = midnight(date(2026, 4, 24), cairo)
    assert (local_day(skipped, cairo), local_day(skipped - timedelta(seconds=1), cairo)) == (
        date(2026, 4, 24),
        date(2026, 4, 23),
    )


def test_what_came_before_the_first_day_belongs_to_it() -> None:
    days = pay_days([], zone=UTC_ZONE, idle_s=120, since=SINCE, until=UNTIL)
    assert day_of(SINCE - timedelta(days=3), days) == (1, None)


@pytest.mark.parametrize(("before", "now"), [(SINGAPORE, UTC_ZONE), (UTC_ZONE, SINGAPORE), (NEW_YORK, SINGAPORE)])
def test_a_closed_period_keeps_its_moments_when_the_zone_changes(before: ZoneInfo, now: ZoneInfo) -> None:
    period = closed(3, 5, before)
    days = pay_days([period], zone=now, idle_s=120, since=SINCE, until=UNTIL)
    second = timedelta(seconds=1)
    assert day_of(period.starts_at, days) == (3, 1)
    assert day_of(period.ends_at - second, days) == (5, 1)
    assert day_of(period.starts_at - second, days)[1] is None
    assert day_of(period.starts_at - second, days)[0] <= 2
    assert day_of(period.ends_at, days)[1] is None
    assert day_of(period.ends_at, days)[0] >= 6


def test_the_idle_limit_of_a_closed_day_is_that_of_its_period() -> None:
    days = pay_days([closed(3, 5, UTC_ZONE)], zone=UTC_ZONE, idle_s=120, since=SINCE, until=UNTIL)
    assert [day.idle for day in days if day.period] == [60_000] * 3


def test_a_period_next_to_a_closed_one_begins_where_that_ended() -> None:
    one = closed(3, 5, SINGAPORE)
    two = closed(6, 7, UTC_ZONE, [one], key=2)
    earlier = closed(1, 2, UTC_ZONE, [one, two], key=3)
    assert (two.starts_at, earlier.ends_at) == (one.ends_at, one.starts_at)
    assert two.ends_at == datetime(2026, 3, 8, tzinfo=UTC)


zones = st.sampled_from([UTC_ZONE, SINGAPORE, NEW_YORK, ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Pacific/Pago_Pago")])


@given(zones, zones, zones, st.integers(2, 4), st.integers(0, 2), st.integers(1, 3))
def test_every_moment_has_one_day_and_days_are_in_order(one, two, now, first: int, gap: int, length: int) -> None:
    earlier = closed(first, first + length - 1, one)
    later_first = first + length + gap
    later = closed(later_first, later_first + 1, two, [earlier], key=2)
    if later.ends_at <= later.starts_at:
        return
    days = pay_days([later, earlier], zone=now, idle_s=120, since=SINCE - ONE_DAY, until=UNTIL)
    starts = [day.starts for day in days]
    assert starts == sorted(set(starts))
    labels = [day.day for day in days]
    assert labels == sorted(set(labels))
    for period in (earlier, later):
        assert [day.day for day in days if day.period == period.key] == [
            period.first_day + place * ONE_DAY for place in range((period.last_day - period.first_day).days + 1)
        ]
        first_of = next(day for day in days if day.period == period.key)
        assert first_of.starts == millis_of(period.starts_at)
