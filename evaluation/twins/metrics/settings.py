"""The settings of an evaluation of twins: the cut-offs."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.metrics.settings import Settings


@dataclass(frozen=True, slots=True)
class TwinSettings:
    """The parameters of docs/measures-of-twins.md; raises EvaluationError where one is out of its range."""

    ks: tuple[int, ...] = (1, 5, 10)

    def __post_init__(self) -> None:
        Settings(ks=self.ks)

    @property
    def width(self) -> int:
        """How many ranks a ranked list has to hold."""
        return max(self.ks)
