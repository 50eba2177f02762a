"""Chooses sources whose sizes add up to what is wanted: at random where that works, by search where it does not."""

from __future__ import annotations

import random
from collections.abc import Sequence


def choose(sizes: Sequence[int], wanted: int, draw: random.Random, *, most: int) -> list[int]:
    """The places of sizes whose sum is as near as can be to `wanted`, and at most `most`.

    A random order is filled up first, which nearly always reaches the sum. Only if it does not, all sums that can be
    reached are searched.
    """
    order = draw.sample(range(len(sizes)), len(sizes))
    chosen, total = [], 0
    for place in order:
        if total + sizes[place] <= wanted:
            chosen.append(place)
            total += sizes[place]
        if total == wanted:
            return chosen
    return _nearest(sizes, wanted, order, most=most)


def _nearest(sizes: Sequence[int], wanted: int, order: Sequence[int], *, most: int) -> list[int]:
    """Every sum that the first sizes of the order can reach, as bits of a number, and one way back from the best."""
    bits = [1]
    for place in order:
        bits.append((bits[-1] | bits[-1] << sizes[place]) & (1 << most + 1) - 1)
    sums = (total for total in range(most + 1) if bits[-1] >> total & 1)
    rest = min(sums, key=lambda total: (abs(total - wanted), total))
    chosen = []
    for step in range(len(order), 0, -1):
        if not bits[step - 1] >> rest & 1:
            chosen.append(order[step - 1])
            rest -= sizes[order[step - 1]]
    return chosen
