"""The settings of an evaluation of segments: cut-offs, thresholds, and how clips that cover a truth count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings

Covering = Literal["neutral", "miss"]
AP_RANKS = 10
HULL_RANKS = 5
AP_IOUS = tuple(hundredths / 100 for hundredths in range(50, 100, 5))


@dataclass(frozen=True, slots=True)
class SegmentSettings:
    """The parameters of docs/measures.md for segments; raises EvaluationError where one is out of its range."""

    ks: tuple[int, ...] = (1, 3, 5, 10)
    ious: tuple[float, ...] = (0.3, 0.5, 0.7)
    covering: Covering = "neutral"

    def __post_init__(self) -> None:
        Settings(ks=self.ks, ious=self.ious)
        if self.covering not in get_args(Covering):
            raise EvaluationError(f"unknown treatment of clips that cover a truth: {self.covering}")

    @property
    def width(self) -> int:
        """How many ranks any measure looks at."""
        return max(*self.ks, AP_RANKS, HULL_RANKS)

    @property
    def matching(self) -> Settings:
        """What predictions and truths are matched at."""
        return Settings(ks=(self.width,), ious=tuple(sorted({*self.ious, *AP_IOUS})))
