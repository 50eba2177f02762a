"""How synthetic people answer an exam (R10): wider of the mark before training, and within it afterwards."""

from __future__ import annotations

import numpy as np

from annotator.exam.grading import is_miss
from consensus.simulation.noise import NoiseModel

BEFORE_TRAINING = 1.3
"""How much wider people err in their first attempt than the fitted annotators do in the campaign.

Of the factors 1.0, 1.1, … 2.0 it is the one whose cohorts come nearest to the published share of misses, 11.83%,
on average over seeds 0–19 (docs/exam.md).
"""


def answer_again(rng: np.random.Generator, noise: NoiseModel, truth: int, tolerance: int) -> int:
    """The answer with which somebody who knows the truth finally gets past the pair."""
    while is_miss(answer := noise.draw(rng, truth), truth, tolerance):
        pass
    return answer
