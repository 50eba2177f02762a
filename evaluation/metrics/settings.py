"""The settings of an evaluation: cut-offs, thresholds, gain, and how to treat what nobody judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Literal, get_args

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError
from evaluation.scale import SCALE, WIDEST, Scale

Gain = Literal["exp", "linear"]
Unjudged = Literal["irrelevant", "dropped", "lower", "upper"]
HIGHEST_K = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of docs/measures.md; raises EvaluationError if one is out of its range.

    `gains` are those of the levels from 0 up, in place of `gain`; they also say how far the scale reaches.
    """

    ks: tuple[int, ...] = (10, 20, 40)
    ious: tuple[float, ...] = (0.3, 0.5, 0.7)
    gain: Gain = "exp"
    strict: bool = False
    min_relevance: int = 1
    unjudged: Unjudged = "irrelevant"
    abandonment: tuple[float, ...] = ()
    gains: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not self.ks or not all(1 <= k <= HIGHEST_K for k in self.ks):
            raise EvaluationError(f"k: expected integers 1 to {HIGHEST_K:,}")
        if not self.ious or not all(0 < iou < 1 or iou == (0 if self.strict else 1) for iou in self.ious):
            raise EvaluationError(f"iou: expected numbers of {'[0, 1)' if self.strict else '(0, 1]'}")
        if self.gains:
            _require_gains(self.gains)
        if self.min_relevance not in self.scale:
            raise EvaluationError(f"min-relevance: expected an integer {self.scale}")
        if self.gain not in get_args(Gain) or self.unjudged not in get_args(Unjudged):
            raise EvaluationError(f"unknown gain or treatment: {self.gain}, {self.unjudged}")
        if self.abandonment:
            abandonment_shares(self.abandonment)

    @property
    def scale(self) -> Scale:
        """The scale of the labels: that of the gains, else the published one."""
        return Scale(0, len(self.gains) - 1) if self.gains else SCALE

    def as_dict(self) -> dict[str, Any]:
        """The settings by name; gains only where they are given."""
        return {name: value for name, value in asdict(self).items() if name != "gains" or value}

    @property
    def width(self) -> int:
        """How many ranks any measure looks at."""
        return max(*self.ks, len(self.abandonment))


def _require_gains(gains: Sequence[float]) -> None:
    if not 2 <= len(gains) <= WIDEST.count:
        raise EvaluationError(f"gains: expected a number for each level, 2 to {WIDEST.count} of them")
    if not all(isfinite(gain) and gain >= 0 for gain in gains) or list(gains) != sorted(gains) or not gains[-1]:
        raise EvaluationError("gains: expected numbers of at least 0 that never fall from one level to the next")


def abandonment_shares(abandonment: Sequence[float]) -> Floats:
    """The distribution as an array; raises EvaluationError if it is none."""
    shares = np.asarray(abandonment, dtype=np.float64)
    if not len(shares) or not (shares >= 0).all() or not abs(float(shares.sum()) - 1) <= 1e-9:
        raise EvaluationError("the abandonment distribution must be shares of at least 0 that sum to 1")
    return shares
