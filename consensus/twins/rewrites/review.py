"""A sampled review of rewrites by people: what is drawn, and the share of wrong ones that it lets expect."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.shares import NOTHING, design_effect, wilson_bounds

EXPECTED_ERROR = 0.1


class RewriteVerdict(StrEnum):
    """What a person says of a rewrite: whether it is true of its clip, and not of the twin."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ReviewedRewrite:
    """A person's decision on one rewrite of a caption."""

    caption: int
    is_wrong: bool


def draw_for_review(rewrites: Iterable[int], *, size: int, seed: int) -> tuple[int, ...]:
    """So many rewrites, by number, every set of them as likely as any other; all if there are no more.

    The order of the rewrites makes no difference. With the same seed a larger size only adds rewrites.
    """
    numbers = sorted(rewrites)
    random.Random(seed).shuffle(numbers)
    return tuple(numbers[:size])


def size_for(half_width: float, *, rewrites: int) -> int:
    """How many of the rewrites to review so that the interval of the error rate reaches that far to either side.

    As far on average, if one in ten is wrong and each is of another caption; at most all rewrites. Raises ValueError
    unless the half-width lies between 0 and 0.5.
    """
    if not 0 < half_width < 0.5:
        raise ValueError(f"half-width: expected more than 0 and less than 0.5, got {half_width:g}")
    low, high = 1, max(rewrites, 1)
    while low < high:
        middle = (low + high) // 2
        if _half_width(middle, rewrites) <= half_width:
            high = middle
        else:
            low = middle + 1
    return low


def _half_width(size: int, rewrites: int) -> float:
    """Half the length of the interval if one in ten of so many reviewed rewrites is wrong."""
    if size >= rewrites:
        return 0.0
    low, high = wilson_bounds(EXPECTED_ERROR, size / ((rewrites - size) / (rewrites - 1)))
    return (high - low) / 2


def error_rate(reviewed: Sequence[ReviewedRewrite], *, rewrites: int) -> Estimate:
    """The share of wrong ones among all `rewrites`, with Wilson's interval from the reviewed ones.

    Rewrites of one caption may be wrong together, which widens the interval by the design effect. What was reviewed
    is known, which narrows it: n is divided by (N − n) ÷ (N − 1), and a review of all has no uncertainty. Raises
    ValueError if more were reviewed than there are.
    """
    n = len(reviewed)
    if n > rewrites:
        raise ValueError(f"{n} of {rewrites} rewrites cannot have been reviewed")
    if not n:
        return undefined(0, NOTHING)
    clusters = _by_caption(reviewed)
    share = sum(one.is_wrong for one in reviewed) / n
    if n == rewrites:
        return Estimate(share, share, share, n)
    left = (rewrites - n) / (rewrites - 1)
    return Estimate(share, *wilson_bounds(share, n / design_effect(clusters) / left), n)


def _by_caption(reviewed: Sequence[ReviewedRewrite]) -> list[tuple[float, int]]:
    wrong: dict[int, list[bool]] = {}
    for one in reviewed:
        wrong.setdefault(one.caption, []).append(one.is_wrong)
    return [(float(sum(of_caption)), len(of_caption)) for of_caption in wrong.values()]
