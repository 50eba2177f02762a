"""Plays a cohort's exam (R10) in memory: first answers before training, the median as truth, misses scored again."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.exam.figures import Answered, CohortFigures, cohort_figures
from annotator.exam.grading import is_miss, median_truth
from annotator.statistics.bootstrap import Resampling
from consensus.simulation.exam import BEFORE_TRAINING
from consensus.simulation.model import SimulationModel
from consensus.simulation.noise import NoiseModel

Grid = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlayedExam:
    """Everybody's first and final answers, a row a person and a column a pair, and the pairs' truth."""

    first: Grid
    final: Grid
    truth: Grid

    def figures(self, *, tolerance: int = 1) -> CohortFigures:
        """What the exam's report would say of the cohort, without intervals."""
        rows = zip(self.first.tolist(), self.final.tolist(), strict=True)
        cohort = [Answered(dict(enumerate(first)), dict(enumerate(final)), ()) for first, final in rows]
        truth = dict(enumerate(self.truth.tolist()))
        return cohort_figures(cohort, truth, tolerance=tolerance, resampling=Resampling(0))


def play_exam(
    model: SimulationModel,
    *,
    seed: int,
    people: int = 23,
    queries: int = 10,
    depth: int = 10,
    tolerance: int = 1,
    factor: float = BEFORE_TRAINING,
) -> PlayedExam:
    """One cohort's exam on the top `depth` pairs of `queries` queries whose own moment comes first.

    First answers err by the noise times `factor`. An answer that misses is given again, around the truth that the
    person was told, with the fitted noise, until it does not miss.
    """
    latents = np.concatenate(
        [model.latent.latents([1.0, *[0.5] * (depth - 1)], seed=seed, query=query) for query in range(queries)]
    )
    rng = np.random.default_rng([seed, people])
    first = model.noise.scaled(factor).draw_all(rng, np.tile(latents, (people, 1)))
    truth = np.array([median_truth(answers) for answers in first.T.tolist()], dtype=np.int64)
    final = first.copy()
    for person, pair in np.argwhere(np.abs(first - truth) > tolerance).tolist():
        final[person, pair] = answer_again(rng, model.noise, int(truth[pair]), tolerance)
    return PlayedExam(first, final, truth)


def answer_again(rng: np.random.Generator, noise: NoiseModel, truth: int, tolerance: int) -> int:
    """The answer with which somebody who knows the truth finally gets past the pair."""
    while is_miss(answer := noise.draw(rng, truth), truth, tolerance):
        pass
    return answer
