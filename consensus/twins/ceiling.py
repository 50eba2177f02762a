"""What people reach at the task *Binary*: the first assignments of captions that nobody had checked before (T5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from annotator.statistics.estimate import Estimate
from annotator.statistics.shares import design_effect, share_of, share_of_clusters
from annotator.twins.answers import CheckResult

VALUES = {CheckResult.RIGHT: 1.0, CheckResult.CANNOT_TELL: 0.5, CheckResult.WRONG: 0.0}
"""What an assignment is worth; *cannot tell* as much as a tie of a run's two scores."""


@dataclass(frozen=True, slots=True)
class AssignedCaption:
    """One assignment of a caption between the two twins: whose, in which attempt, and which number it has there."""

    twins: int
    direction: str
    attempt: int
    number: int
    result: CheckResult


@dataclass(frozen=True, slots=True)
class HumanCeiling:
    """What people reach: `accuracy` with *cannot tell* as half, `strict` with it as wrong, both 0 to 1.

    `design_effect` says how much alike the two captions of twins are: 1 for not at all, 2 for wholly.
    """

    accuracy: Estimate
    strict: Estimate
    right: int
    wrong: int
    cannot_tell: int
    design_effect: float


def human_ceiling(assignments: Iterable[AssignedCaption]) -> HumanCeiling:
    """The ceiling from the first assignment of each caption's first version; all others are left out.

    A later version was written because a check failed, and a second checker sees only what the first one got right.
    Raises ValueError if a caption has two first assignments.
    """
    first: dict[tuple[int, str], CheckResult] = {}
    for one in assignments:
        if one.attempt == one.number == 1:
            if (one.twins, one.direction) in first:
                raise ValueError(f"twins {one.twins}: the {one.direction} caption has two first assignments")
            first[one.twins, one.direction] = one.result
    counts = Counter(first.values())
    clusters = _by_twins(first)
    return HumanCeiling(
        accuracy=share_of_clusters(clusters),
        strict=share_of(counts[CheckResult.RIGHT], len(first)),
        right=counts[CheckResult.RIGHT],
        wrong=counts[CheckResult.WRONG],
        cannot_tell=counts[CheckResult.CANNOT_TELL],
        design_effect=design_effect(clusters) if clusters else 1.0,
    )


def _by_twins(first: dict[tuple[int, str], CheckResult]) -> list[tuple[float, int]]:
    values: dict[int, list[float]] = {}
    for (twins, _), result in first.items():
        values.setdefault(twins, []).append(VALUES[result])
    return [(sum(of_twins), len(of_twins)) for of_twins in values.values()]
