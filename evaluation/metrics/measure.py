"""What a measure is: its name, what it depends on, how it is computed, and where it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from evaluation.metrics.columns import Floats
from evaluation.metrics.matching import ANY_OVERLAP
from evaluation.metrics.ranked import Ranked
from evaluation.metrics.settings import Settings

Parameter = Literal["k", "iou", "strict", "gain", "abandonment"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure; `compute` gives a value a query from what is ranked and the cut-off.

    `depends_on` names the settings that decide its number of columns and its options: one that depends on the
    abandonment is left out if none is given, so that no page of runs shows it.
    """

    name: str
    sentence: str
    depends_on: tuple[Parameter, ...]
    compute: Callable[[Ranked, int], Floats]
    orders_systems: bool = True

    @property
    def is_standard(self) -> bool:
        """Whether the standard settings compute it."""
        return "abandonment" not in self.depends_on

    def named(self, k: int, iou: float, *, strict: bool = False) -> str:
        """The full name of its column at a cut-off and a threshold."""
        name = f"{self.name}@{k}" if "k" in self.depends_on else self.name
        if "iou" not in self.depends_on:
            return name
        return f"{name},IoU{'>' if strict or 'strict' not in self.depends_on else '>='}{iou:g}"

    def columns(self, settings: Settings) -> Iterator[tuple[str, int, float]]:
        """Name, cut-off and threshold of each of its columns."""
        if not self.is_standard and not settings.abandonment:
            return
        ks = settings.ks if "k" in self.depends_on else (settings.width,)
        ious = settings.ious if "iou" in self.depends_on else (ANY_OVERLAP,)
        for iou, k in product(ious, ks):
            yield self.named(k, iou, strict=settings.strict), k, iou
