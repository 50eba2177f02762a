"""What noise on the boundaries of labelled moments does to every measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Truths
from evaluation.metrics.settings import Settings
from evaluation.stability.boundaries import Noise, mean_iou, with_noisy_boundaries
from evaluation.stability.progress import Progress
from evaluation.stability.systems import ends_of
from evaluation.studies.entries import Entries
from evaluation.studies.known import quantiles, with_ends
from evaluation.studies.measure_agreement import tau_between_rows
from evaluation.studies.measured import measured


@dataclass(frozen=True, slots=True)
class NoisyBoundaries:
    """One level of noise: β² in s², and for each measure mean, low and high (measures × 3).

    `iou` is that of moments with their noisy versions, with the ends of 95% of the draws. `rmse` is how far the
    systems' means move, `tau` is τ-b with the order on the labels as they are; NaN if no draw orders the systems.
    """

    variance: float
    iou: float
    iou_ends: list[float]
    rmse: Floats
    tau: Floats


def noisy_boundaries(
    entries: Entries,
    truths: Truths,
    means: Floats,
    settings: Settings,
    *,
    queries: int,
    variances: Sequence[float],
    noise: Noise,
    draws: int,
    seed: int,
    progress: Progress,
) -> list[NoisyBoundaries]:
    """RMSE and τ-b of every measure by the noise's variance.

    `means` are those without noise: measures × systems. RMSE is the root of the mean square over draws and systems,
    its ends are the quantiles of the draws' own. Source: Togashi and others, "AxIoU" (CVPR 2022), Figure 7.
    """
    found = []
    for place, variance in enumerate(variances):
        rng = np.random.default_rng([seed, place])
        drawn, ious = [], []
        for _ in range(draws):
            noisy = with_noisy_boundaries(truths, variance=variance, noise=noise, rng=rng)
            ious.append(mean_iou(truths, noisy))
            drawn.append(measured(entries.names, entries.predictions, noisy, queries, settings).means)
            progress.add(len(entries.names))
        found.append(_level(variance, ious, means, np.stack(drawn)))
    return found


def _level(variance: float, ious: Sequence[float], means: Floats, drawn: Floats) -> NoisyBoundaries:
    """`drawn` is draws × measures × systems."""
    squares = ((drawn - means) ** 2).mean(axis=2)
    rmse = np.concatenate([np.sqrt(squares.mean(axis=0))[:, None], quantiles(np.sqrt(squares)).T], axis=1)
    tau = tau_between_rows(np.broadcast_to(means, drawn.shape), drawn)
    return NoisyBoundaries(variance, float(np.mean(ious)), ends_of(ious), rmse, with_ends(tau))
