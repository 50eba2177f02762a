"""What an evaluation may be told: cut-offs, thresholds, gain, and how to treat what nobody judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.ncxiou import ncxiou_shares
from evaluation.metrics.ndcg import HIGHEST_GRADE, Gain

Unjudged = Literal["irrelevant", "dropped", "lower", "upper"]
HIGHEST_K = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of docs/measures.md; raises EvaluationError where one is out of its range."""

    ks: tuple[int, ...] = (10, 20, 40)
    ious: tuple[float, ...] = (0.3, 0.5, 0.7)
    gain: Gain = "exp"
    strict: bool = False
    min_relevance: int = 1
    unjudged: Unjudged = "irrelevant"
    abandonment: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not self.ks or not all(1 <= k <= HIGHEST_K for k in self.ks):
            raise EvaluationError(f"k: expected integers 1 to {HIGHEST_K:,}")
        if not self.ious or not all(0 < iou < 1 or iou == (0 if self.strict else 1) for iou in self.ious):
            raise EvaluationError(f"iou: expected numbers of {'[0, 1)' if self.strict else '(0, 1]'}")
        if not 0 <= self.min_relevance <= HIGHEST_GRADE:
            raise EvaluationError(f"min-relevance: expected an integer 0 to {HIGHEST_GRADE}")
        if self.gain not in get_args(Gain) or self.unjudged not in get_args(Unjudged):
            raise EvaluationError(f"no such gain or treatment: {self.gain}, {self.unjudged}")
        if self.abandonment:
            ncxiou_shares(self.abandonment)

    @property
    def width(self) -> int:
        """How many ranks any measure looks at."""
        return max(*self.ks, len(self.abandonment))

    @property
    def sign(self) -> str:
        """How NDCG compares an IoU with the threshold, as a sign for names."""
        return ">" if self.strict else ">="
