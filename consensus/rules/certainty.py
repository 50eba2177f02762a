"""How often leads extended batches at a value of R7: the certainty beside each suggestion."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

BINS_A_LEVEL = 2
ENOUGH = 20


class Decided(NamedTuple):
    """Batches that were decided, and how many of them were extended."""

    batches: int
    extended: int


# What the leads of TVR-Ranking decided on its 3,279 full first batches, by the mean of the agreed among the last five.
# Source: its raw_annotation.csv (MIT licence), where a second batch shows that a lead extended the first;
# `compare_depth_rules raw_annotation.csv` prints this table (docs/rules.md, "R7 compared with the leads").
PUBLISHED: Mapping[int, Decided] = {
    0: Decided(160, 3),
    1: Decided(288, 21),
    2: Decided(725, 134),
    3: Decided(561, 211),
    4: Decided(769, 468),
    5: Decided(355, 309),
    6: Decided(421, 397),
}
PUBLISHED_RULE = ("mean", 5)


@dataclass(frozen=True, slots=True)
class Certainty:
    """How often leads extended where R7 found about this value; `own` of this campaign's batches, else published."""

    low: float
    high: float | None
    decided: Decided
    statistic: str
    own: bool

    @property
    def percent(self) -> int:
        """The share that was extended, rounded to a whole percent, halves up."""
        return math.floor(100 * self.decided.extended / self.decided.batches + 0.5)

    @property
    def sentence(self) -> str:
        """The certainty in words."""
        reach = f"of at least {self.low:.1f}" if self.high is None else f"from {self.low:.1f} to below {self.high:.1f}"
        name = "minimum" if self.statistic == "min" else "mean"
        whose = "of this campaign" if self.own else "of the published campaign TVR-Ranking"
        extended, batches = f"{self.decided.extended:,}", f"{self.decided.batches:,}"
        return f"At a {name} {reach}, leads extended {extended} of {batches} batches {whose} ({self.percent}%)"


def last_bin(scale: Scale = SCALE) -> int:
    """The bin of everything from a level below the highest on (3 of 0 to 4), as batches that end there are few.

    On two levels, where that is everything, it is the upper half.
    """
    return max(1, (scale.span - 1) * BINS_A_LEVEL)


def bin_of(value: float, scale: Scale = SCALE) -> int:
    """The bin of a value, half a level wide."""
    return min(math.floor(value * BINS_A_LEVEL + 1e-9), last_bin(scale))


def decided_by_bin(values: Iterable[tuple[float, int, int]], scale: Scale = SCALE) -> dict[int, Decided]:
    """Values of R7, each with its batches and how many of them were extended, added up by bin in ascending order."""
    counts: dict[int, Decided] = {}
    for value, batches, extended in values:
        place = bin_of(value, scale)
        before = counts.get(place, Decided(0, 0))
        counts[place] = Decided(before.batches + batches, before.extended + extended)
    return dict(sorted(counts.items()))


def certainty_of(
    value: float | None, protocol: Protocol, own: Mapping[int, Decided], scale: Scale = SCALE
) -> Certainty | None:
    """The certainty at R7's value under a protocol; None without a value or figures.

    `own` holds the decisions of people in this campaign under the same statistic and window. From ENOUGH in the
    value's bin on they are shown; before, the published ones, if they are of the same statistic, window and scale.
    """
    if value is None:
        return None
    place = bin_of(value, scale)
    decided, is_own = own.get(place, Decided(0, 0)), True
    if decided.batches < ENOUGH:
        if (protocol.statistic, protocol.window) != PUBLISHED_RULE or scale != SCALE:
            return None
        decided, is_own = PUBLISHED[place], False
    low, high = reach_of(place, scale)
    return Certainty(low, high, decided, protocol.statistic, is_own)


def reach_of(place: int, scale: Scale = SCALE) -> tuple[float, float | None]:
    """Where a bin begins and ends; the last one ends with the scale, which is None."""
    high = None if place == last_bin(scale) else (scale.lowest + place + 1) / BINS_A_LEVEL
    return place / BINS_A_LEVEL, high
