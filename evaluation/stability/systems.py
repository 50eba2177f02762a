"""Systems under one measure, and how well another order keeps theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats, Predictions, Truths
from evaluation.metrics.measure import Measure
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions
from evaluation.stability.tau import order_signs, tau_b

Figures = dict[str, Any]
TWO_SIDED_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Criterion:
    """What orders the systems: one measure under settings of one cut-off and one threshold."""

    measure: Measure
    settings: Settings

    @property
    def name(self) -> str:
        """The measure's full name."""
        return self.measure.named(self.settings.ks[0], self.settings.ious[0], strict=self.settings.strict)


@dataclass(frozen=True, slots=True)
class Systems:
    """Systems by name, with their predictions and each query's value: queries × systems."""

    names: list[str]
    predictions: list[Predictions]
    values: Floats

    @property
    def means(self) -> Floats:
        """Each system's mean over all queries."""
        return self.values.mean(axis=0)

    def couples(self) -> list[tuple[int, int]]:
        """Every two systems, in the order of `order_signs`."""
        return list(combinations(range(len(self.names)), 2))


def query_values(predictions: Sequence[Predictions], truths: Truths, queries: int, criterion: Criterion) -> Floats:
    """The criterion for each query and system, under these truths: queries × systems."""
    columns = [score_predictions(one, truths, queries, criterion.settings, [criterion.measure]) for one in predictions]
    return np.concatenate([column.values for column in columns], axis=1)


def agreement(systems: Systems, means: Floats) -> Figures:
    """How other means (draws × systems) keep the systems' order.

    τ-b on average and its 2.5% and 97.5% quantiles (null where no draw orders anything), and for every two
    systems the share of draws that order them as all queries and labels do, with the interval that so many draws
    leave it; a tie keeps no order.
    """
    wanted, found = order_signs(systems.means), order_signs(means)
    kept = ((found == wanted) & (wanted != 0)).mean(axis=0)
    couples = [
        {
            "systems": [systems.names[one], systems.names[other]],
            "kept": float(share),
            "kept_interval": share_interval(float(share), len(means)),
        }
        for (one, other), share in zip(systems.couples(), kept, strict=True)
    ]
    return {"draws": len(means), "tau_b": tau_figures(tau_b(systems.means, means)), "couples": couples}


def tau_figures(tau: Floats) -> Figures:
    """The mean of the draws' τ-b with its 2.5% and 97.5% quantiles, without draws that order nothing (NaN)."""
    known = tau[~np.isnan(tau)]
    low, high = ends_of(known) if len(known) else (None, None)
    return {"mean": float(known.mean()) if len(known) else None, "low": low, "high": high}


def ends_of(drawn: Floats | Sequence[float]) -> list[float]:
    """The 2.5% and 97.5% quantiles of the draws."""
    ends: list[float] = np.quantile(drawn, [0.025, 0.975]).tolist()
    return ends


def share_interval(share: float, draws: int) -> list[float]:
    """The 95% interval of a share of so many independent draws.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (JASA, 1927).
    """
    centre = share + TWO_SIDED_95**2 / (2 * draws)
    reach = TWO_SIDED_95 * (share * (1 - share) / draws + TWO_SIDED_95**2 / (4 * draws**2)) ** 0.5
    size = 1 + TWO_SIDED_95**2 / draws
    return [max(0.0, (centre - reach) / size), min(1.0, (centre + reach) / size)]
