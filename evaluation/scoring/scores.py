"""Scores a run: every measure for every labelled query, and the means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Predictions, Truths, ideal_rows
from evaluation.metrics.matching import match
from evaluation.metrics.measure import Measure
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.ranked import Ranked
from evaluation.metrics.settings import Settings


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures by name, and their values: queries (in the labels' order) × measures."""

    names: list[str]
    values: Floats

    def means(self) -> dict[str, float]:
        """Each measure averaged over all labelled queries."""
        return dict(zip(self.names, self.values.mean(axis=0).tolist(), strict=True))


def score_predictions(
    predictions: Predictions,
    truths: Truths,
    queries: int,
    settings: Settings,
    measures: Iterable[Measure] = MEASURES.values(),
) -> Scores:
    """Every measure of docs/measures.md, or only those asked for, for each of the `queries` labelled queries."""
    matched = match(predictions, truths, settings)
    ideal = ideal_rows(truths, (queries, settings.width))
    ranked = {iou: Ranked(matched, ideal, settings, iou) for iou in matched.judged}
    measured = {
        name: measure.compute(ranked[iou], k) for measure in measures for name, k, iou in measure.columns(settings)
    }
    return Scores(list(measured), np.stack([*measured.values()], axis=1))
