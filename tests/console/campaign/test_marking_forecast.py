"""The forecast of a marking campaign, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from annotator.asking.work_time import Work
from console.campaign.marking_forecast import USUAL_PIECE_S, Pass, marking_forecast

DONE = Pass(1, 1800, questions=10, is_written=True, is_marked=True, waits_for_marker=False, pieces_judged=4)
HOUR = 3_600_000


def passes(count: int, **changes: object) -> list[Pass]:
    return [replace(DONE, batch=number, **changes) for number in range(1, count + 1)]


def spent(count: int, *, writing: int = HOUR, marking: int = HOUR // 2, judging: int = 120_000) -> dict:
    works = {Work.WRITING: writing, Work.MARKING: marking, Work.JUDGING: judging}
    return {(number, work): millis for number in range(1, count + 1) for work, millis in works.items()}


def forecast(all_passes: list[Pass], times: dict, **changes: object):
    left = {
        "wanted": None,
        "unwritten_s": 0.0,
        "unruled": 0,
        "ruled": 100,
        "hourly_rate": Decimal(14),
        "hours_a_day": 10.0,
        "days_of_pace": 7,
    }
    return marking_forecast(all_passes, times, **(left | changes))


def terms(found) -> dict[str, tuple[float, float]]:
    return {str(term.work): (round(term.left, 3), round(term.hours, 3)) for term in found.terms}


def test_what_is_left_is_video_at_the_measured_pace() -> None:
    # Half an hour of video took an hour to write about, half an hour to mark and 4 pieces of 30 s.
    # 3 h of video make 60 questions of 20 an hour, and 0.4 × 60 = 24 pieces.
    found = forecast(passes(10), spent(10), unwritten_s=3 * 3600)
    assert terms(found) == {"writing": (3, 6), "marking": (3, 3), "judging": (24, 0.2)}
    assert (found.hours, found.cost) == (pytest.approx(9.2), Decimal("128.80"))
    assert found.days == pytest.approx(0.92)
    assert found.hours_bounds == (pytest.approx(9.2), pytest.approx(9.2))


def test_quotas_say_how_much_is_to_be_written() -> None:
    waiting = replace(DONE, batch=11, is_marked=False, waits_for_marker=True, pieces_judged=0)
    begun = replace(DONE, batch=12, questions=3, is_written=False, is_marked=False, pieces_judged=0, pieces_waiting=5)
    found = forecast([*passes(10), waiting, begun], spent(11), wanted=40, unwritten_s=99_999, unruled=13)
    assert terms(found) == {
        "writing": (2, 4),  # 40 questions at 20 on an hour of video
        "marking": (3, 3),  # these, and two half hours that wait
        "judging": (28.85, pytest.approx(0.240, abs=0.001)),  # 5 that wait, and 0.45 × (13 + 40)
    }


def test_nothing_measured_is_taken_from_the_simulation_without_an_interval() -> None:
    found = forecast(passes(4), spent(4), unwritten_s=3600, ruled=5)
    assert [term.pace.usual for term in found.terms] == [True, True, True]
    hours = {name: hours for name, (_, hours) in terms(found).items()}
    assert hours == {
        "writing": 1.35,
        "marking": 0.598,
        "judging": pytest.approx(45.113 * 0.9 * USUAL_PIECE_S / 3600, abs=0.001),
    }
    assert found.hours_bounds is None


def test_the_interval_holds_the_sum_and_grows_with_the_spread() -> None:
    times = spent(20)
    even = forecast(passes(20), times, unwritten_s=36_000)
    times |= {(number, Work.WRITING): HOUR * (1 + number % 2) for number in range(1, 21)}
    odd = forecast(passes(20), times, unwritten_s=36_000)
    low, high = odd.hours_bounds
    assert low < odd.hours < high
    assert even.hours_bounds[1] - even.hours_bounds[0] < 1e-9
    # Ten hours of video at 1 or 2 h for half an hour: the standard error of 20 is 10 * 2 * 0.5 / sqrt(20) = 2.24 h.
    assert (high - low) / 2 == pytest.approx(1.96 * 2.24, rel=0.15)
    assert odd.cost_bounds[0] < odd.cost < odd.cost_bounds[1]
    assert odd.days_bounds[0] < odd.days < odd.days_bounds[1]


def test_nothing_left_costs_nothing() -> None:
    found = forecast(passes(10), spent(10), wanted=0)
    assert (found.hours, found.cost, found.hours_bounds) == (0, Decimal(0), None)
