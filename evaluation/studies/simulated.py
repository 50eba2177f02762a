"""Simulated systems: rankings of the labelled moments that are better or worse by a known amount."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Predictions, ranks
from evaluation.reading.labels import Labels
from evaluation.scale import SCALE, Scale

BLUR = 0.5  # of the relevance, as a share of the scale, where nothing is known
JITTER = 0.5  # of the edges, as a share of the length, likewise


def simulated_systems(
    labels: Labels, number: int, *, seed: int, scale: Scale = SCALE
) -> tuple[list[str], list[Predictions]]:
    """So many systems, from best to worst: their names and their predictions.

    Each ranks all labelled moments of a query by their relevance plus normal noise, and draws both edges of a moment
    from normal distributions around the true ones. The noise of system i of n is i/n of the largest, whose standard
    deviation is half of the scale and half of the moment's length. They have no failures of their own kind, as real
    systems do, so they only fill in where too few real ones are there.
    """
    names = [f"simulated {place}" for place in range(1, number + 1)]
    return names, [_simulated(labels, place / number, scale.span, [seed, place]) for place in range(1, number + 1)]


def _simulated(labels: Labels, noise: float, span: int, seed: list[int]) -> Predictions:
    rng, truths = np.random.default_rng(seed), labels.truths
    number = len(truths.row)
    score = truths.relevance / span + rng.normal(0, noise * BLUR, number)
    lengths = truths.end_s - truths.start_s
    edges = np.stack([truths.start_s, truths.end_s]) + rng.normal(0, 1, (2, number)) * noise * JITTER * lengths
    start_s, end_s = np.maximum(0.0, np.sort(edges, axis=0))
    order = np.lexsort((-score, truths.row))
    row = truths.row[order]
    return Predictions(row, ranks(row), truths.video[order], start_s[order], end_s[order])
