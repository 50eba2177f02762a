"""Holds rules on depth against leads' decisions: how often they are equal, and how well a statistic ranks batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy as np

from consensus.rawscores.depth import Border, FirstBatch, border_of
from consensus.rules.certainty import decided_by_bin, reach_of
from consensus.rules.extension import Advice, suggest_extension
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

Statistic = Callable[[Sequence[int]], float]


@dataclass(frozen=True, slots=True)
class HeldRule:
    """A statistic of the agreed pairs among a batch's last ones, with the threshold that leads agree with most.

    `agreement` is the share of batches on which rule and lead are equal. `auc` is the chance that an extended batch
    has the higher value of two, one of which was closed; equal values count half. Batches without an agreed pair among
    the last ones have no value and are left out.
    """

    statistic: str
    window: int
    batches: int
    threshold: float
    agreement: float
    auc: float | None


def statistics_on(scale: Scale) -> Mapping[str, Statistic]:
    """The statistics by name; relevances are counted from the middle of the scale to below its highest level."""
    middle = (scale.lowest + scale.highest + 1) // 2
    levels = range(middle, max(scale.highest, middle + 1))
    counts: dict[str, Statistic] = {f"count of {level} or more": _count_from(level) for level in levels}
    return {"mean": fmean, "min": min, **counts}


def _count_from(level: int) -> Statistic:
    return lambda agreed: sum(relevance >= level for relevance in agreed)


def held_against_leads(batches: Sequence[FirstBatch], protocol: Protocol, scale: Scale = SCALE) -> dict[str, Any]:
    """Everything that `compare_depth_rules` prints: R7 under the protocol, other rules, decisions by R7's value."""
    suggested = [(suggest_extension(batch.first, protocol=protocol), batch.extended) for batch in batches]
    advised = [(one.advice, extended) for one, extended in suggested if one.advice != Advice.NONE]
    equal = sum((advice == Advice.EXTEND) == extended for advice, extended in advised)
    values = [(one.value, extended) for one, extended in suggested if one.value is not None]
    return {
        "queries": len(batches),
        "extended": sum(batch.extended for batch in batches),
        "R7": {
            "statistic": protocol.statistic,
            "window": protocol.window,
            "threshold": protocol.threshold,
            "suggestions": len(advised),
            "agreement": equal / len(advised) if advised else None,
            "auc": _auc(*_columns(values)),
        },
        "rules": [asdict(rule) for rule in _rules(batches, protocol, scale)],
        "by_value": [
            {**dict(zip(("from", "to"), reach_of(place, scale), strict=True)), **decided._asdict()}
            for place, decided in decided_by_bin(((value, 1, extended) for value, extended in values), scale).items()
        ],
        "border": _border(border_of(batches, batch_size=protocol.batch_size)),
    }


def _border(border: Border) -> dict[str, Any]:
    return asdict(border) | {"means": [None if mean is None else round(mean, 4) for mean in border.means]}


def _rules(batches: Sequence[FirstBatch], protocol: Protocol, scale: Scale) -> list[HeldRule]:
    windows = sorted({protocol.window, protocol.batch_size // 2, protocol.batch_size} - {0})
    of_agreed = statistics_on(scale)
    rules = [_held(batches, name, window, of_agreed[name]) for window in windows for name in of_agreed]
    return [rule for rule in rules if rule is not None]


def _held(batches: Sequence[FirstBatch], statistic: str, window: int, of_agreed: Statistic) -> HeldRule | None:
    """The statistic with its best threshold; None if no batch has a value."""
    values = []
    for batch in batches:
        agreed = [relevance for relevance in batch.first[-window:] if relevance is not None]
        if agreed:
            values.append((float(of_agreed(agreed)), batch.extended))
    if not values:
        return None
    numbers, extended = _columns(values)
    shares = {float(one): float(((numbers >= one) == extended).mean()) for one in np.unique(numbers)}
    best = max(shares, key=lambda threshold: shares[threshold])
    return HeldRule(statistic, window, len(values), best, shares[best], _auc(numbers, extended))


def _columns(values: Sequence[tuple[float, bool]]) -> tuple[Any, Any]:
    return np.array([value for value, _ in values], dtype=float), np.array([one for _, one in values], dtype=bool)


def _auc(values: Any, extended: Any) -> float | None:
    """Mann and Whitney's statistic as a share; None if all batches were decided alike."""
    high, low = values[extended], np.sort(values[~extended])
    if not len(high) or not len(low):
        return None
    below = np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")
    return float(below.sum() / 2 / len(high) / len(low))
