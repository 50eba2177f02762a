"""The order in which a person sees two clips or more."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from annotator.twins.order import as_shown, forward_comes_first, shown_order


def test_half_of_the_seats_show_the_forward_clip_first() -> None:
    assert sum(forward_comes_first(20, seat) for seat in range(10_000)) == 4981


def test_a_seat_keeps_its_order_and_another_campaign_has_another() -> None:
    orders = [[forward_comes_first(seed, seat) for seat in range(64)] for seed in (1, 1, 2)]
    assert (orders[0] == orders[1], orders[0] == orders[2]) == (True, False)


def test_every_order_of_three_comes_about_equally_often() -> None:
    orders = Counter(shown_order("abc", 20, seat) for seat in range(6000))
    assert set(orders) == set(permutations("abc"))
    assert all(900 < count < 1100 for count in orders.values())


@pytest.mark.parametrize("forward_first", [True, False])
def test_turning_twice_gives_back_the_directions(forward_first: bool) -> None:
    shown = as_shown("forward", "backward", forward_first=forward_first)
    assert shown == (("forward", "backward") if forward_first else ("backward", "forward"))
    assert as_shown(*shown, forward_first=forward_first) == ("forward", "backward")
