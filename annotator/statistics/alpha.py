"""Krippendorff's alpha of many raters with gaps: nominal, ordinal or interval."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from annotator.statistics.bootstrap import STANDARD, Resampling, Units, estimated, ratios
from annotator.statistics.estimate import Estimate
from annotator.statistics.ratings import Rater, Ratings
from annotator.statistics.scale import Floats, Integers

MOST_NUMBERED = 2**62
ONE_SCORE = "every unit with two raters got the same score"


class MeasurementLevel(StrEnum):
    """What the scores are: names, ranks, or numbers with equal steps."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


def krippendorff_alpha(
    ratings: Ratings[Rater], level: MeasurementLevel, *, resampling: Resampling = STANDARD
) -> Estimate:
    """Alpha by coincidences (Krippendorff 2011, sections C and D); `n` counts the units with two raters or more."""
    size = len(ratings.scale)

    def measure(sums: Floats) -> Floats:
        return _alphas(sums.reshape(-1, size, size), level)

    return estimated(_pairable_units(ratings), measure, resampling, otherwise=ONE_SCORE)


def _pairable_units(ratings: Ratings[Rater]) -> Units:
    """The units with two ratings or more; of one kind are those with equally many of each score."""
    size = len(ratings.scale)
    last = int(ratings.unit.max(initial=-1)) + 1
    counts = np.bincount(ratings.unit * size + ratings.position, minlength=last * size).reshape(last, size)
    kinds, units = _kinds(counts[counts.sum(axis=1) > 1])
    return Units(_coincidences(kinds.astype(np.float64)).reshape(len(kinds), size**2), units)


def _kinds(counts: Integers) -> tuple[Integers, Integers]:
    """The different rows in order, and how many there are of each; small rows by a number, which sorts much faster."""
    base, size = int(counts.max(initial=0)) + 1, counts.shape[1]
    if base**size > MOST_NUMBERED:
        return np.unique(counts, axis=0, return_counts=True)
    numbers = counts @ base ** np.arange(size - 1, -1, -1)
    _, first, units = np.unique(numbers, return_index=True, return_counts=True)
    return counts[first], units


def _coincidences(counts: Floats) -> Floats:
    """Each unit's ordered couples of scores by different raters, by one less than its raters."""
    couples = counts[:, :, np.newaxis] * counts[:, np.newaxis, :]
    with_oneself = counts[:, :, np.newaxis] * np.eye(counts.shape[1])
    return np.asarray((couples - with_oneself) / (counts.sum(axis=1) - 1)[:, np.newaxis, np.newaxis])


def _alphas(coincidences: Floats, level: MeasurementLevel) -> Floats:
    """Alpha of every coincidence matrix (the last two axes), nan if the scores do not vary."""
    scores = coincidences.sum(axis=-1)
    differences = _squared_differences(scores, level)
    observed = (coincidences * differences).sum(axis=(-1, -2))
    expected = (scores[:, :, np.newaxis] * scores[:, np.newaxis, :] * differences).sum(axis=(-1, -2))
    return 1.0 - ratios((scores.sum(axis=-1) - 1) * observed, expected)


def _squared_differences(scores: Floats, level: MeasurementLevel) -> Floats:
    """The level's squared difference of every two scores, given how often each score was used."""
    size = scores.shape[-1]
    if level is MeasurementLevel.NOMINAL:
        return np.ones((size, size)) - np.eye(size)
    places = np.arange(size, dtype=np.float64)[np.newaxis, :]
    if level is MeasurementLevel.ORDINAL:
        places = scores.cumsum(axis=-1) - scores / 2
    return np.asarray((places[:, :, np.newaxis] - places[:, np.newaxis, :]) ** 2)
