"""Where hidden checks go among a person's seats: drawn place by place, as a pure function."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Literal

Check = Literal["gold", "repeat"]
MOST_SHARE = 0.5


def check_places(
    first: int, count: int, *, gold_rate: float, repeat_rate: float, secret: tuple[object, ...]
) -> list[Check | None]:
    """What goes before each of `count` seats whose queue positions begin at `first`.

    The rates are shares of all seats delivered, together at most a half: a check stands before a seat that is none.
    To make up the share h of all, one comes before a seat with chance h / (1 - h). Nobody can guess the places who
    does not know `secret`.
    """
    wanted = gold_rate + repeat_rate
    if not wanted:
        return [None] * count
    share = min(wanted, MOST_SHARE)
    chance = share / (1 - share)
    drawn = [_drawn(*secret, first + place) for place in range(count)]
    return [("gold" if draw < chance * gold_rate / wanted else "repeat") if draw < chance else None for draw in drawn]


def moved_to_turns(places: Sequence[Check | None], queries: Sequence[int]) -> list[list[Check]]:
    """What goes before each seat once the checks stand where the queue turns to another query.

    In the midst of one query's pairs a pair of another would be seen. Two of gold are never neighbours: at a turn
    there is one, and the others of the same query's seats stay where they were drawn.
    """
    before: list[list[Check]] = [[] for _ in places]
    turn = 0
    for place, check in enumerate(places):
        if place and queries[place] != queries[place - 1]:
            turn = place
        if check is not None:
            fits = check == "repeat" or "gold" not in before[turn]
            before[turn if fits else place].append(check)
    return before


def _drawn(*parts: object) -> float:
    return random.Random(hashlib.sha256(repr(parts).encode()).digest()).random()
