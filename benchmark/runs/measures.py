"""Which measures a page shows for a cut-off and a threshold, by the names that scores have."""

from __future__ import annotations

from evaluation.metrics.measures import MEASURES
from evaluation.metrics.settings import Settings

SHOWN = Settings()


def measures_at(k: int, iou: float) -> dict[str, str]:
    """Their full names under the standard settings, by short name."""
    return {measure.name: measure.named(k, iou) for measure in MEASURES.values() if measure.is_standard}
