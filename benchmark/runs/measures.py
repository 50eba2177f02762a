"""Which measures a page shows for a cut-off and a threshold, by the names that scores have."""

from __future__ import annotations

from evaluation.metrics.settings import Settings

SHOWN = Settings()
FAMILIES = ("NDCG", "R", "AP", "AxIoU", "Judged")


def measure_named(family: str, k: int, iou: float) -> str:
    """The full name of a measure of the standard settings."""
    if family == "AxIoU":
        return f"AxIoU@{k}"
    sign = ">=" if family in ("NDCG", "Judged") else ">"
    return f"{family}@{k},IoU{sign}{iou:g}"


def measures_at(k: int, iou: float) -> dict[str, str]:
    """The names by family."""
    return {family: measure_named(family, k, iou) for family in FAMILIES}
