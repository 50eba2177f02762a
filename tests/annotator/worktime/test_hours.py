"""Active time: the worked tables of docs/pay.md, and what holds for any events."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.worktime.hours import SECOND, Event, millis_of, moment_of, pace_seconds, tally
from annotator.worktime.paydays import PayDay
from tests.annotator.pay.tables import events_in, worked_table

START = datetime(2026, 1, 1, tzinfo=UTC)
IDLE = 120

views = st.one_of(st.none(), st.integers(0, 300))
events = st.lists(st.tuples(st.integers(0, 3000), views), max_size=30)
idle_limits = st.sampled_from([0, 1, 30, IDLE, 5000])


@dataclass(frozen=True, slots=True)
class AllTime:
    idle: int
    starts: int = 0


def active_seconds(events: Iterable[tuple[datetime, int | None]], *, idle_s: int) -> float:
    timeline = sorted((Event(millis_of(at), shown_ms) for at, shown_ms in events), key=itemgetter(0))
    return sum(day.millis for day in tally(timeline, [AllTime(idle_s * SECOND)]).values()) / SECOND


def counted(seconds_and_views, idle_s: int = IDLE) -> float:
    """Views in seconds."""
    moments = [
        (START + timedelta(seconds=second), None if view is None else view * 1000) for second, view in seconds_and_views
    ]
    return active_seconds(moments, idle_s=idle_s)


@pytest.mark.parametrize(("row", "idle", "expected"), worked_table("active time"))
def test_the_worked_table(row: str, idle: str, expected: str) -> None:
    moments = [(START + timedelta(seconds=second), view) for second, view in events_in(row)]
    assert active_seconds(moments, idle_s=int(idle)) == int(expected)


@given(events, idle_limits)
def test_never_more_than_the_clock(made, idle_s: int) -> None:
    if not made:
        assert counted(made, idle_s) == 0
        return
    begun = min(second - min(idle_s, view or 0) for second, view in made)
    ended = max(second for second, _ in made)
    assert counted(made, idle_s) <= ended - begun


@given(events, idle_limits, st.randoms())
def test_the_order_of_arrival_makes_no_difference(made, idle_s: int, random) -> None:
    shuffled = list(made)
    random.shuffle(shuffled)
    assert counted(shuffled, idle_s) == counted(made, idle_s)


@given(events, st.tuples(st.integers(0, 3000), views), idle_limits)
def test_one_more_event_never_makes_less(made, more, idle_s: int) -> None:
    assert counted([*made, more], idle_s) >= counted(made, idle_s)


@given(events, idle_limits)
def test_the_same_work_in_two_tabs_counts_once(made, idle_s: int) -> None:
    assert counted(made + made, idle_s) == counted(made, idle_s)


gaps = st.lists(st.tuples(st.integers(1, IDLE), st.integers(0, 60)), min_size=1, max_size=20)


def without_pause(begin: int, steps) -> list[tuple[int, int]]:
    made, at = [], begin
    for gap, view in steps:
        at += gap
        made.append((at, view))
    return made


@given(gaps, gaps, st.integers(0, 200))
def test_two_tabs_at_one_time_never_make_more_than_both(one, two, later: int) -> None:
    """Work without a pause in each tab, begun while the other goes on: no second is counted twice."""
    first, second = without_pause(0, one), without_pause(later, two)
    if second[0][0] <= first[-1][0] and first[0][0] <= second[-1][0]:
        assert counted(first + second) <= counted(first) + counted(second)


@given(events)
def test_where_no_program_says_views_each_gap_counts_up_to_the_limit(made) -> None:
    seconds = sorted(second for second, _ in made)
    gaps = [min(later - earlier, IDLE) for earlier, later in pairwise(seconds)]
    assert counted([(second, None) for second in seconds]) == sum(gaps)


@given(events, idle_limits)
def test_saying_the_view_never_makes_more_than_leaving_it_out_after_the_first_stretch(made, idle_s: int) -> None:
    first = [(-10_000, 0)]
    assert counted(first + made, idle_s) <= counted(first + [(second, None) for second, _ in made], idle_s)


@pytest.mark.parametrize(("row", "idle", "before", "after"), worked_table("midnight"))
def test_a_stretch_is_split_at_midnight(row: str, idle: str, before: str, after: str) -> None:
    limit = int(idle) * SECOND
    midnight = millis_of(START)
    days = [PayDay(START.date(), 0, limit), PayDay(START.date(), midnight, limit)]
    made = [Event(midnight + int(second) * SECOND, 0) for second in row.split(",")]
    tallies = tally(made, days)
    assert [tallies[place].millis if place in tallies else 0 for place in (0, 1)] == [
        int(before) * SECOND,
        int(after) * SECOND,
    ]


@given(events, st.lists(st.integers(0, 3000), max_size=4))
def test_days_add_up_to_the_whole(made, midnights: list[int]) -> None:
    timeline = sorted(
        (Event(second * SECOND, None if view is None else view * SECOND) for second, view in made),
        key=lambda made: made.at,
    )
    days = [PayDay(START.date(), starts * SECOND, IDLE * SECOND) for starts in sorted({0, *midnights})]
    assert sum(day.millis for day in tally(timeline, days).values()) == 1000 * counted(made)


def test_labels_and_what_they_took_are_counted_beside_other_work() -> None:
    pace: list[int] = []
    made = [Event(0, 0, True), Event(10_000, 0, False), Event(25_000, 0, True)]
    (day,) = tally(made, [PayDay(START.date(), 0, 120_000)], pace=pace).values()
    assert (day.millis, day.labels, pace) == (25_000, 2, [0, 15_000])


@pytest.mark.parametrize(("took", "expected"), [([], None), ([1000] * 4, None), ([1000, 2000, 3000, 9000, 2500], 2.5)])
def test_pace_is_a_median_and_nothing_below_five(took, expected) -> None:
    assert pace_seconds(took, least=5) == expected


def test_moments_are_milliseconds_since_1970_and_back() -> None:
    moment = datetime(2026, 3, 2, 9, 0, 0, 123_600, tzinfo=UTC)
    assert millis_of(moment) == 1_772_442_000_124
    assert moment_of(millis_of(moment)) == datetime(2026, 3, 2, 9, 0, 0, 124_000, tzinfo=UTC)
