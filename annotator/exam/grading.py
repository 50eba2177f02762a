"""Grades an exam (R10): the cohort's truth, misses, and the bar on first answers, as pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from annotator.statistics.confusion import confusion_table
from annotator.statistics.kappa import Weighting, kappas_of
from evaluation.scale import SCALE, Scale


def median_truth(answers: Sequence[int]) -> int:
    """The median of the first answers, with halves rounded up: (2, 3) gives 3. Raises ValueError for no answers."""
    return int(median(answers) + 0.5)


def is_miss(answer: int, truth: int, tolerance: int) -> bool:
    """Whether the answer lies further from the truth than the tolerance."""
    return abs(answer - truth) > tolerance


def misalignment(answers: Sequence[int], truths: Sequence[int], tolerance: int) -> float | None:
    """The share (0 to 1) of the answers that miss their truth, one of each a pair; None if there are none."""
    misses = [is_miss(answer, truth, tolerance) for answer, truth in zip(answers, truths, strict=True)]
    return sum(misses) / len(misses) if misses else None


def truth_kappa(answers: Sequence[int], truths: Sequence[int], scale: Scale = SCALE) -> float | None:
    """Quadratic-weighted kappa of the answers with their truths; None if chance leaves no disagreement."""
    table = confusion_table(answers, truths, scale=scale.levels)
    kappa = float(kappas_of(np.array(table.counts, dtype=np.float64), table.scale, Weighting.QUADRATIC))
    return None if np.isnan(kappa) else kappa


def bar_failure(
    answers: Sequence[int],
    truths: Sequence[int],
    *,
    tolerance: int,
    most_misalignment: float | None,
    least_kappa: float | None,
    scale: Scale = SCALE,
) -> str:
    """Why the first answers fail the bar; empty if they pass it, or if there is no bar.

    An undefined kappa, because all answers and truths are one level, fails nobody.
    """
    missed = misalignment(answers, truths, tolerance)
    if most_misalignment is not None and missed is not None and missed > most_misalignment:
        return f"{missed:.1%} of the first answers missed the truth; at most {most_misalignment:.1%} may miss it"
    kappa = None if least_kappa is None else truth_kappa(answers, truths, scale)
    if least_kappa is not None and kappa is not None and kappa < least_kappa:
        return f"kappa with the truth is {kappa:.2f}; the bar is {least_kappa:.2f}"
    return ""
