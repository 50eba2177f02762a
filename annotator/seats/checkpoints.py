"""Where hidden checks go among a person's seats: drawn run by run, as a pure function.

A run is the pairs of one query, which are together in a queue. Counting runs, places and what is left must not find
gold more surely than chance does, so gold is placed only among pairs of its own query.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

Check = Literal["gold", "repeat"]
MOST_SHARE = 0.5
GUESSED_OFTENER = 1.5
GUESSED_AT_LEAST = 0.075


@dataclass(frozen=True, slots=True)
class Slip:
    """A check to be inserted: gold of that query, or a repeat of any."""

    check: Check
    query: int | None = None


def planned_checks(
    first: int, queries: Sequence[int], *, gold_rate: float, repeat_rate: float, secret: tuple[object, ...]
) -> list[list[Slip]]:
    """What goes before each seat, of which `queries` names the queries; the first one's queue position is `first`.

    The rates are the largest shares of all seats delivered, together at most a half. Every check comes before a seat
    that is no check, and no two of gold are neighbours. A repeat comes where a run begins, because people may remember
    its pair. Only `secret` gives the places away.
    """
    gold_chance, repeat_chance = _chances(gold_rate, repeat_rate)
    before: list[list[Slip]] = [[] for _ in queries]
    start = 0
    for query, run in groupby(queries):
        size = len(list(run))
        draw = random.Random(hashlib.sha256(repr((*secret, first + start)).encode()).digest())
        before[start] += [Slip("repeat")] * sum(draw.random() < repeat_chance for _ in range(size))
        for place in _gold_places(draw, size, gold_chance, most_hidden(size, gold_rate)):
            before[start + place].append(Slip("gold", query))
        start += size
    return before


def most_hidden(size: int, gold_rate: float) -> int:
    """How many pairs of gold may be in a run of `size` others, so that counting reveals little about them."""
    share = guessed_share(gold_rate)
    return int(size * share / (1 - share) + 1e-9)


def guessed_share(gold_rate: float) -> float:
    """The share of gold that the best guess by run and place may reach: half as much again as by chance.

    One pair in a batch of twenty is always allowed: such a guess is wrong nineteen times out of twenty.
    """
    return max(GUESSED_OFTENER * gold_rate, GUESSED_AT_LEAST)


def least_rate(batch_size: int) -> float:
    """The least gold rate at which a whole batch may contain gold; 0 if every rate allows it."""
    if most_hidden(batch_size, 0):
        return 0
    return 1 / (batch_size + 1) / GUESSED_OFTENER


def _chances(gold_rate: float, repeat_rate: float) -> tuple[float, float]:
    """How many checks of each kind come before a seat on average: h / (1 - h) for a share h of all."""
    wanted = gold_rate + repeat_rate
    if not wanted:
        return 0, 0
    share = min(wanted, MOST_SHARE)
    chance = share / (1 - share) / wanted
    return chance * gold_rate, chance * repeat_rate


def _gold_places(draw: random.Random, size: int, chance: float, most: int) -> list[int]:
    """The places before which gold comes: each with the same chance, none twice."""
    expected = size * chance
    count = int(expected) + (draw.random() < expected % 1)
    return sorted(draw.sample(range(size), min(count, most, size)))
