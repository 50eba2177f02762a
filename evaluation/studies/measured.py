"""Systems under several measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Predictions, Truths
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions


@dataclass(frozen=True, slots=True)
class Measured:
    """Systems and measures by name, and each query's value: queries × measures × systems."""

    systems: list[str]
    measures: list[str]
    values: Floats

    @property
    def means(self) -> Floats:
        """Means over the queries: measures × systems."""
        return self.values.mean(axis=0)


def measured(
    names: Sequence[str], predictions: Sequence[Predictions], truths: Truths, queries: int, settings: Settings
) -> Measured:
    """Every measure that orders systems, at every cut-off and threshold of the settings."""
    ordering = [measure for measure in MEASURES.values() if measure.orders_systems]
    scores = [score_predictions(one, truths, queries, settings, ordering) for one in predictions]
    return Measured(list(names), scores[0].names, np.stack([one.values for one in scores], axis=2))
