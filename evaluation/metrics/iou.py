"""How much two stretches of time have in common."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats


def interval_iou(start_s: Floats, end_s: Floats, other_start_s: Floats, other_end_s: Floats) -> Floats:
    """Intersection over union of stretches, element by element, in double precision.

    A stretch without length has 0 with everything, itself too: there is nothing that it could share.
    """
    shared = np.maximum(0.0, np.minimum(end_s, other_end_s) - np.maximum(start_s, other_start_s))
    union = (end_s - start_s) + (other_end_s - other_start_s) - shared
    return np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)


def reaches(iou: Floats, threshold: float, *, strict: bool) -> Bools:
    """Where the IoU is at least the threshold; with `strict`, above it."""
    return iou > threshold if strict else iou >= threshold
