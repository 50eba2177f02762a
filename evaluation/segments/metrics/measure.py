"""What a measure of segments is: its name, what it depends on, how it is computed, and what chance reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from evaluation.metrics.columns import Floats
from evaluation.metrics.matching import ANY_OVERLAP
from evaluation.segments.metrics.chances import Chances
from evaluation.segments.metrics.ranked import RankedSegments
from evaluation.segments.metrics.settings import SegmentSettings

Parameter = Literal["k", "iou"]


class Column(NamedTuple):
    """One column of a measure: its full name, cut-off and threshold."""

    name: str
    k: int
    iou: float


@dataclass(frozen=True, slots=True)
class SegmentMeasure:
    """One measure; `compute` gives a value a question at a cut-off and a threshold.

    `chance` gives the value that a random ranking of each question's pool has on average; where there is no closed
    form, it is simulated. `ious` are thresholds that the measure's source prescribes, in place of those asked for.
    """

    name: str
    sentence: str
    depends_on: tuple[Parameter, ...]
    compute: Callable[[RankedSegments, int, float], Floats]
    chance: Callable[[Chances, int, float], Floats] | None = None
    needs_clips: bool = False
    only_for_comparison: bool = False
    ious: tuple[float, ...] = ()

    def columns(self, settings: SegmentSettings) -> Iterator[Column]:
        """Each of its columns."""
        ks = settings.ks if "k" in self.depends_on else (settings.width,)
        ious = (self.ious or settings.ious) if "iou" in self.depends_on else (ANY_OVERLAP,)
        for iou, k in product(ious, ks):
            name = f"{self.name}@{k}" if "k" in self.depends_on else self.name
            yield Column(f"{name},IoU>={iou:g}" if "iou" in self.depends_on else name, k, iou)
