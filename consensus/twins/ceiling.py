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
    """One assignment of a caption: of which twins, in which attempt, which number it has there, and by whom.

    `writer` wrote the caption. `among_similar` if the worker chose among look-alikes instead of between the two twins.
    """

    twins: int
    direction: str
    attempt: int
    number: int
    result: CheckResult
    worker: str = ""
    writer: str = ""
    among_similar: bool = False

    @property
    def is_first(self) -> bool:
        """Whether nobody had checked the caption before, nor an earlier version of it."""
        return self.attempt == self.number == 1 and not self.among_similar


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

    @property
    def wrong_share(self) -> float | None:
        """The share of wrong assignments."""
        return share_of(self.wrong, self.strict.n).value

    @property
    def cannot_tell_share(self) -> float | None:
        """The share of assignments to neither."""
        return share_of(self.cannot_tell, self.strict.n).value

    @property
    def independent(self) -> float:
        """As many independent captions have the same variance."""
        return self.strict.n / self.design_effect


def human_ceiling(assignments: Iterable[AssignedCaption]) -> HumanCeiling:
    """The ceiling from the first assignment of each caption's first version; all others are left out.

    A later version was written because a check failed, and a second checker sees only what the first one got right.
    Raises ValueError if a caption has two first assignments.
    """
    first: dict[tuple[int, str], CheckResult] = {}
    for one in assignments:
        if one.is_first:
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
