"""What a measure of twins is: its name, how it is computed, also for resampled items, and what chance reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.settings import TwinSettings


class Column(NamedTuple):
    """One column of a measure: its full name and cut-off."""

    name: str
    k: int


@dataclass(frozen=True, slots=True)
class TwinMeasure:
    """One measure of a task's answers.

    `compute` takes the answers by item, weights by resample and item, and a cut-off, and gives a value a resample.
    `chance` gives what a random order of so many candidates has on average, at a cut-off. `whole` says that a rank
    behind the end of a list leaves it without a value.
    """

    name: str
    sentence: str
    tasks: tuple[str, ...]
    compute: Callable[[Floats, Floats, int], Floats]
    chance: Callable[[int, int], float]
    at_cutoffs: bool = False
    whole: bool = False

    def columns(self, settings: TwinSettings) -> Iterator[Column]:
        """Each of its columns."""
        for k in settings.ks if self.at_cutoffs else (settings.width,):
            yield Column(f"{self.name}@{k}" if self.at_cutoffs else self.name, k)


def weighted_mean(values: Floats, weights: Floats) -> Floats:
    """The mean of the values by row of weights."""
    return weights @ values / weights.sum(axis=1)
