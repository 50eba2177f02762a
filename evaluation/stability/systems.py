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
    systems the share of draws that order them as all queries and labels do; a tie keeps no order.
    """
    tau = tau_b(systems.means, means)
    tau = tau[~np.isnan(tau)]
    low, high = np.quantile(tau, [0.025, 0.975]).tolist() if len(tau) else (None, None)
    wanted, found = order_signs(systems.means), order_signs(means)
    kept = ((found == wanted) & (wanted != 0)).mean(axis=0)
    couples = [
        {"systems": [systems.names[one], systems.names[other]], "kept": float(share)}
        for (one, other), share in zip(systems.couples(), kept, strict=True)
    ]
    tau_figures = {"mean": float(tau.mean()) if len(tau) else None, "low": low, "high": high}
    return {"draws": len(means), "tau_b": tau_figures, "couples": couples}
