"""The share of wrong rewrites that a sampled review lets expect."""

from __future__ import annotations

import pytest

from annotator.statistics.estimate import Estimate
from annotator.statistics.shares import share_of
from consensus.twins.rewrites.review import ReviewedRewrite, draw_for_review, error_rate, size_for
from tests.rule_tables import worked_table


def reviewed(cell: str) -> list[ReviewedRewrite]:
    """A cell such as "98 × 0/1, 2 × 1/1": how many captions with how many wrong of how many reviewed rewrites."""
    found: list[ReviewedRewrite] = []
    caption = 0
    for group in cell.split(", "):
        count, share = group.split(" × ")
        wrong, size = map(int, share.split("/"))
        for _ in range(int(count)):
            found += [ReviewedRewrite(caption, place < wrong) for place in range(size)]
            caption += 1
    return found


@pytest.mark.parametrize(("captions", "rewrites", "rate", "low", "high"), worked_table("T review"))
def test_the_worked_table_holds(captions: str, rewrites: str, rate: str, low: str, high: str) -> None:
    found = error_rate(reviewed(captions), rewrites=int(rewrites))
    assert [f"{value:.4f}" for value in (found.value, found.low, found.high)] == [rate, low, high]


def test_of_very_many_rewrites_the_interval_is_that_of_a_share() -> None:
    found, plain = error_rate(reviewed("98 × 0/1, 2 × 1/1"), rewrites=10**9), share_of(2, 100)
    assert (found.low, found.high) == (pytest.approx(plain.low), pytest.approx(plain.high))


def test_nothing_reviewed_says_so() -> None:
    assert error_rate([], rewrites=9) == Estimate(None, None, None, 0, "nothing was counted")


def test_more_reviewed_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="2 of 1 rewrites cannot have been reviewed"):
        error_rate(reviewed("2 × 0/1"), rewrites=1)


def test_the_same_seed_draws_the_same_and_a_larger_sample_adds_to_it() -> None:
    few, more = (draw_for_review(reversed(range(100)), size=size, seed=3) for size in (10, 20))
    assert (more[:10], draw_for_review(range(100), size=10, seed=3)) == (few, few)
    assert (len(set(more)), draw_for_review(range(5), size=10, seed=3) == few) == (20, False)
    assert sorted(draw_for_review(range(5), size=10, seed=3)) == list(range(5))


@pytest.mark.parametrize(
    ("half_width", "rewrites", "size"), [(0.05, 10**9, 141), (0.02, 10**9, 868), (0.02, 1_000, 465), (0.05, 30, 25)]
)
def test_a_wanted_half_width_is_reached_by_the_smallest_size(half_width: float, rewrites: int, size: int) -> None:
    assert size_for(half_width, rewrites=rewrites) == size


@pytest.mark.parametrize("half_width", [0.0, -0.1, 0.5, float("nan")])
def test_a_half_width_that_cannot_be_is_refused(half_width: float) -> None:
    with pytest.raises(ValueError, match="half-width: expected more than 0 and less than 0.5"):
        size_for(half_width, rewrites=100)
