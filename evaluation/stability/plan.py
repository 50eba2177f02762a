"""What somebody asks of an order of systems, and how many pieces of work that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.stability.analysis import Draws
from evaluation.stability.boundaries import LARGEST_VARIANCE, Noise, variance_of_iou
from evaluation.stability.raters import Undrawn

SIZES = (10, 25, 50, 100, 250, 500, 1000, 2000)
VARIANCES = (1.0, 2.0, 3.0, 4.0)


@dataclass(frozen=True, slots=True)
class Plan:
    """How often is drawn, which sets of queries and which noise; with 0 draws of raters or boundaries, not those.

    `sizes` are those of the subsets; none means SIZES. The noise on boundaries has the variances β² (s²), or those at
    which it leaves the mean IoUs of `noise_ious`. Raises EvaluationError if one is out of its range.
    """

    draws: Draws = field(default_factory=Draws)
    sizes: tuple[int, ...] = ()
    noise: Noise = "normal"
    variances: tuple[float, ...] = VARIANCES
    noise_ious: tuple[float, ...] = ()
    undrawn: Undrawn = "keep"

    def __post_init__(self) -> None:
        draws = self.draws
        faults = {
            f"resamples: expected an integer 1 to {HIGHEST_RESAMPLES:,}": not 1 <= draws.queries <= HIGHEST_RESAMPLES,
            f"rater-resamples: expected an integer 0 to {HIGHEST_RESAMPLES:,}": (
                not 0 <= draws.raters <= HIGHEST_RESAMPLES
            ),
            f"noise-draws: expected an integer 0 to {HIGHEST_RESAMPLES:,}": (
                not 0 <= draws.boundaries <= HIGHEST_RESAMPLES
            ),
            "seed: expected an integer of at least 0": draws.seed < 0,
            "sizes: expected integers of at least 1": not all(size >= 1 for size in self.sizes),
            "beta2: expected numbers 0 to 1,000,000": not all(0 <= one <= LARGEST_VARIANCE for one in self.variances),
            "noise-iou: expected numbers above 0, at most 1": not all(0 < iou <= 1 for iou in self.noise_ious),
        }
        for fault, is_there in faults.items():
            if is_there:
                raise EvaluationError(fault)

    def sizes_of(self, queries: int) -> list[int]:
        """The sizes that are smaller than all queries."""
        return sorted({size for size in self.sizes or SIZES if size < queries})

    def variances_of(self, labels: Labels) -> Sequence[float]:
        """The variances of the noise; raises EvaluationError if no variance gives a mean IoU asked for."""
        if not self.draws.boundaries:
            return ()
        wanted = [
            variance_of_iou(labels.truths, wanted=iou, noise=self.noise, seed=self.draws.seed)
            for iou in self.noise_ious
        ]
        return wanted or self.variances

    def pieces(self, systems: int, *, raters: bool) -> int:
        """How many systems are scored again, as the questions report it; other raters need raw scores."""
        levels = len(self.noise_ious or self.variances)
        return systems * (self.draws.raters * raters + self.draws.boundaries * levels)
