"""Where hidden checks go among a person's seats: drawn place by place, as a pure function."""

from __future__ import annotations

import hashlib
import random
from typing import Literal

Check = Literal["gold", "repeat"]
MOST_SHARE = 0.5


def check_places(
    first: int, count: int, *, gold_rate: float, repeat_rate: float, secret: tuple[object, ...]
) -> list[Check | None]:
    """What goes before each of `count` seats whose queue positions begin at `first`.

    The rates are shares of all seats delivered, together at most a half: a check stands before a seat that is none,
    so that no two are neighbours. To make up the share h of all, one comes before a seat with chance h / (1 - h).
    Nobody can guess the places who does not know `secret`.
    """
    wanted = gold_rate + repeat_rate
    if not wanted:
        return [None] * count
    share = min(wanted, MOST_SHARE)
    chance = share / (1 - share)
    drawn = [_drawn(*secret, first + place) for place in range(count)]
    return [("gold" if draw < chance * gold_rate / wanted else "repeat") if draw < chance else None for draw in drawn]


def _drawn(*parts: object) -> float:
    return random.Random(hashlib.sha256(repr(parts).encode()).digest()).random()
