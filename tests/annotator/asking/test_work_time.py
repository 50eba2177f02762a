"""Whose work a person's time was for: the next answer that they sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.asking.work_time import Moment, Work, time_spent
from annotator.worktime.hours import Stopwatch

IDLE = 120_000


def spent(*events: tuple) -> list[tuple]:
    moments = [Moment(at * 1000, 0, *rest) for at, *rest in events]
    return [(one.millis // 1000, str(one.work), one.batch) for one in time_spent(moments, idle=IDLE)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], []),
        ([(0,), (60,), (90, Work.WRITING, 7)], [(0, "writing", 7), (60, "writing", 7), (30, "writing", 7)]),
        (
            [(0, Work.WRITING, 7), (60,), (100, Work.MARKING, 8), (130,)],
            [(0, "writing", 7), (60, "marking", 8), (40, "marking", 8), (30, "other", None)],
        ),
        ([(0, Work.JUDGING, 7), (500, Work.JUDGING, 7)], [(0, "judging", 7), (0, "judging", 7)]),
    ],
)
def test_time_counts_towards_the_next_answer(events: list[tuple], expected: list[tuple]) -> None:
    assert spent(*events) == expected


@given(st.lists(st.tuples(st.integers(0, 10**7), st.none() | st.integers(0, 10**6), st.none() | st.sampled_from(Work))))
def test_the_sum_is_the_time_that_pay_counts(rows: list[tuple]) -> None:
    events = sorted((Moment(at, shown, work) for at, shown, work in rows), key=lambda event: event.at)
    counted = Stopwatch().count([(one.at, one.shown_ms, False, 0) for one in events], IDLE)
    assert sum(one.millis for one in time_spent(events, idle=IDLE)) == sum(counted)
