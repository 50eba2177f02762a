"""Holds rules on depth against leads' decisions: how often they are equal, and how well a statistic ranks batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

import numpy as np

from consensus.rawscores.depth import Border, FirstBatch, border_of
from consensus.rawscores.depth_trees import Forest, chances_of_extension
from consensus.rawscores.held import EVEN, Draws, best_threshold, difference, held
from consensus.rules.certainty import decided_by_bin, reach_of
from consensus.rules.extension import suggest_extension
from evaluation.metrics.columns import Bools, Floats
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

Statistic = Callable[[Sequence[int]], float]


def statistics_on(scale: Scale) -> Mapping[str, Statistic]:
    """The statistics by name; relevances are counted from the middle of the scale to below its highest level."""
    middle = (scale.lowest + scale.highest + 1) // 2
    levels = range(middle, max(scale.highest, middle + 1))
    counts: dict[str, Statistic] = {f"count of {level} or more": _count_from(level) for level in levels}
    return {"mean": fmean, "min": min, **counts}


def _count_from(level: int) -> Statistic:
    return lambda agreed: sum(relevance >= level for relevance in agreed)


def held_against_leads(
    batches: Sequence[FirstBatch],
    protocol: Protocol,
    scale: Scale = SCALE,
    draws: Draws | None = None,
    forest: Forest | None = None,
) -> dict[str, Any]:
    """Everything that `compare_depth_rules` prints: R7 under the protocol, other rules, decisions by R7's value.

    Boosted trees are fitted if a forest says how. Raises DrawsError if there are too few decisions for its folds.
    """
    draws = draws or Draws()
    suggested = [suggest_extension(batch.first, protocol=protocol) for batch in batches]
    values = np.array([np.nan if one.value is None else one.value for one in suggested], dtype=float)
    extended = np.array([batch.extended for batch in batches], dtype=bool)
    found = held(values, extended, protocol.threshold, draws)
    both = zip(suggested, batches, strict=True)
    decisions = [(one.value, 1, batch.extended) for one, batch in both if one.value is not None]
    figures: dict[str, Any] = {
        "queries": len(batches),
        "extended": sum(batch.extended for batch in batches),
        "resamples": draws.resamples,
        "seed": draws.seed,
        "R7": {
            "statistic": protocol.statistic,
            "window": protocol.window,
            "threshold": protocol.threshold,
            "suggestions": found.queries,
            **found.figures(),
        },
        "rules": _rules(batches, extended, protocol, scale, draws),
        "by_value": [
            {**dict(zip(("from", "to"), reach_of(place, scale), strict=True)), **decided._asdict()}
            for place, decided in decided_by_bin(decisions, scale).items()
        ],
        "border": _border(border_of(batches, batch_size=protocol.batch_size)),
    }
    if forest is not None:
        figures["trees"] = _trees(batches, extended, protocol, values, draws, forest)
    return figures


def _trees(
    batches: Sequence[FirstBatch], extended: Bools, protocol: Protocol, r7: Floats, draws: Draws, forest: Forest
) -> dict[str, Any]:
    """Boosted trees at an even chance, at the threshold that leads agree with most, and beside R7."""
    chances = chances_of_extension([batch.first for batch in batches], extended, forest, batch_size=protocol.batch_size)
    best = best_threshold(chances, extended)
    found, at_best = held(chances, extended, EVEN, draws), held(chances, extended, best, draws)
    of_r7 = np.where(np.isnan(r7), np.nan, (r7 >= protocol.threshold) == extended)
    gain, gain_interval = difference(((chances >= EVEN) == extended).astype(float), of_r7, draws)
    return {
        "folds": forest.folds,
        "seed": forest.seed,
        "verdicts": protocol.batch_size,
        "queries": found.queries,
        "threshold": EVEN,
        **found.figures(),
        "best": {
            "threshold": best, "agreement": at_best.agreement, "agreement_interval": at_best.agreement_interval,
        },
        "gain_over_R7": gain,
        "gain_over_R7_interval": gain_interval,
    }  # fmt: skip


def _border(border: Border) -> dict[str, Any]:
    return asdict(border) | {"means": [None if mean is None else round(mean, 4) for mean in border.means]}


def _rules(
    batches: Sequence[FirstBatch], extended: Bools, protocol: Protocol, scale: Scale, draws: Draws
) -> list[dict[str, Any]]:
    """Each statistic over each window, with the threshold that leads agree with most; those without a value left out.

    Batches without an agreed pair among the last ones have no value.
    """
    windows = sorted({protocol.window, protocol.batch_size // 2, protocol.batch_size} - {0})
    rules = []
    for window in windows:
        last = [[one for one in batch.first[-window:] if one is not None] for batch in batches]
        for name, of_agreed in statistics_on(scale).items():
            values = np.array([of_agreed(agreed) if agreed else np.nan for agreed in last], dtype=float)
            if np.isnan(values).all():
                continue
            threshold = best_threshold(values, extended)
            found = held(values, extended, threshold, draws)
            of_rule = {"statistic": name, "window": window, "batches": found.queries, "threshold": threshold}
            rules.append(of_rule | found.figures())
    return rules
