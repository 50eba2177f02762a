"""Krippendorff's alpha over time: by week, or by blocks of pairs in the order in which their first round was scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

import numpy as np

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.estimate import Estimate
from annotator.statistics.scale import Integers
from consensus.agreement.columns import Scored

QUARTER_MS = 15 * 60 * 1000
SIZES = (20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_BLOCKS = 26
DRAWN = Resampling(resamples=500)


@dataclass(frozen=True, slots=True)
class AlphaBlock:
    """Alpha of a stretch of pairs; its interval rests on 500 resamples."""

    label: str
    pairs: int
    alpha: Estimate


@dataclass(frozen=True, slots=True)
class AlphaBlocks:
    """The newest blocks, oldest first, and how many earlier ones are left out."""

    shown: tuple[AlphaBlock, ...]
    earlier: int

    @property
    def can_be_drawn(self) -> bool:
        """Whether any block has an alpha."""
        return any(value is not None for value in self.values)

    @property
    def values(self) -> list[float | None]:
        """Alpha of each."""
        return [block.alpha.value for block in self.shown]

    @property
    def intervals(self) -> list[tuple[float, float] | None]:
        """The bounds of each; None where there is no interval."""
        alphas = [block.alpha for block in self.shown]
        return [None if one.low is None or one.high is None else (one.low, one.high) for one in alphas]


def alpha_by_pairs(scored: Scored, level: MeasurementLevel = MeasurementLevel.ORDINAL) -> AlphaBlocks:
    """Blocks of equally many pairs, of the smallest size that leaves at most 26; the last holds the rest."""
    starts, places = scored.units()
    size = block_size(len(starts))
    turns = np.empty(len(starts), dtype=np.int64)
    turns[np.argsort(_finished(scored, starts), kind="stable")] = np.arange(len(starts))
    ends = range(0, len(starts), size)
    labels = [_span(first + 1, min(first + size, len(starts))) for first in ends]
    return _blocks(scored, places, turns // size, labels, level)


def alpha_by_week(scored: Scored, zone: tzinfo, level: MeasurementLevel = MeasurementLevel.ORDINAL) -> AlphaBlocks:
    """Blocks by week, which begins on Monday in that time zone; weeks without a finished first round are left out."""
    starts, places = scored.units()
    quarters, inverse = np.unique(_finished(scored, starts) // QUARTER_MS, return_inverse=True)
    mondays = np.array([_monday(quarter, zone) for quarter in quarters.tolist()], dtype=str)
    labels, weeks = np.unique(mondays, return_inverse=True)
    return _blocks(scored, places, weeks[inverse], labels.tolist(), level)


def block_size(pairs: int) -> int:
    """The smallest size of SIZES, or multiple of the last, that cuts the pairs into at most 26 blocks."""
    fitting = (size for size in SIZES if size * MOST_BLOCKS >= pairs)
    return next(fitting, SIZES[-1] * -(-pairs // (SIZES[-1] * MOST_BLOCKS)))


def _span(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"


def _finished(scored: Scored, starts: Integers) -> Integers:
    """When the last score of each pair's first round was pressed."""
    if not len(starts):
        return scored.at
    return np.maximum.reduceat(np.where(scored.round == 1, scored.at, 0), starts)


def _monday(quarter: int, zone: tzinfo) -> str:
    day = datetime.fromtimestamp(quarter * QUARTER_MS / 1000, UTC).astimezone(zone).date()
    return (day - timedelta(days=day.weekday())).isoformat()


def _blocks(
    scored: Scored, places: Integers, block: Integers, labels: Sequence[str], level: MeasurementLevel
) -> AlphaBlocks:
    """The blocks, given each pair's; the newest 26."""
    earlier = max(0, len(labels) - MOST_BLOCKS)
    of_entry = block[places]
    shown = []
    for number in range(earlier, len(labels)):
        alpha = krippendorff_alpha(scored.only(of_entry == number).ratings(), level, resampling=DRAWN)
        shown.append(AlphaBlock(labels[number], alpha.n, alpha))
    return AlphaBlocks(tuple(shown), earlier)
