"""What the studies of measures are asked to do, and how many pieces of work that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.stability.boundaries import LARGEST_VARIANCE, Noise, variance_of_iou

INTERVAL_DRAWS = 100
INTERVAL_TRIALS = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """How often is drawn, which sets and which noise, and the seed of all draws.

    `wanted` is the τ-b that a set of queries has to reach. `sizes` are those of the sets; none means about twelve.
    The noise on boundaries has the variances β² (s²), or those at which it leaves the mean IoUs of `noise_ious`.
    Raises EvaluationError if one is out of its range.
    """

    trials: int = 5000
    sizes: tuple[int, ...] = ()
    wanted: float = 0.9
    resamples: int = 1000
    noise: Noise = "normal"
    noise_draws: int = 100
    variances: tuple[float, ...] = (1.0, 2.0, 3.0, 4.0)
    noise_ious: tuple[float, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        faults = {
            f"trials: expected an integer 2 to {HIGHEST_RESAMPLES:,}": not 2 <= self.trials <= HIGHEST_RESAMPLES,
            f"resamples: expected an integer 2 to {HIGHEST_RESAMPLES:,}": not 2 <= self.resamples <= HIGHEST_RESAMPLES,
            "tau: expected a number above 0, below 1": not 0 < self.wanted < 1,
            "seed: expected an integer of at least 0": self.seed < 0,
            "sizes: expected integers of at least 1": not all(size >= 1 for size in self.sizes),
            f"noise-draws: expected an integer 0 to {HIGHEST_RESAMPLES:,}": (
                not 0 <= self.noise_draws <= HIGHEST_RESAMPLES
            ),
            "beta2: expected numbers 0 to 1,000,000": not all(0 <= one <= LARGEST_VARIANCE for one in self.variances),
            "noise-iou: expected numbers above 0, at most 1": not all(0 < iou <= 1 for iou in self.noise_ious),
        }
        for fault, is_there in faults.items():
            if is_there:
                raise EvaluationError(fault)

    def sizes_of(self, queries: int) -> list[int]:
        """The sizes of the sets; if none were asked for, about twelve, evenly in their logarithm."""
        if self.sizes:
            return sorted({min(size, queries) for size in self.sizes})
        smallest = min(10, max(2, queries // 10), queries)
        return sorted({round(size) for size in np.geomspace(smallest, queries, 12)})

    def disjoint_sizes_of(self, queries: int) -> list[int]:
        """Those of which two sets fit into the queries, half of the queries among them."""
        half = queries // 2
        return sorted({size for size in (*self.sizes_of(queries), half) if 1 <= size <= half})

    def variances_of(self, labels: Labels) -> Sequence[float]:
        """The variances of the noise; raises EvaluationError if no variance gives a mean IoU asked for."""
        if not self.noise_draws:
            return ()
        wanted = [
            variance_of_iou(labels.truths, wanted=iou, noise=self.noise, seed=self.seed) for iou in self.noise_ious
        ]
        return wanted or self.variances

    def pieces(self, systems: int) -> int:
        """How many pieces of work the studies report as done."""
        noisy = self.noise_draws * len(self.noise_ious or self.variances) * systems
        return 2 * (self.trials + INTERVAL_DRAWS * INTERVAL_TRIALS) + noisy
