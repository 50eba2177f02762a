"""What a run answered: ranks where something was sought, and choices between twins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats


@dataclass(frozen=True, slots=True)
class Answers:
    """One direction of retrieval; each array has the items of its task in the order of the labels.

    A rank counts from 1 and may be a half, where scores are equal; it is infinite where a list ends before its item. A
    choice is 1 if right, 0 if wrong and ½ where both have the same score.
    """

    origin: Floats
    hard: Floats
    binary: Floats

    def of(self, task: str) -> Floats:
        """The answers of a task by its name."""
        return {"Origin": self.origin, "Hard": self.hard, "Binary": self.binary}[task]


def ranks_from(higher: Floats, not_lower: Floats) -> Floats:
    """The mean rank of a block of equal scores, from how many candidates score higher and how many not lower.

    The candidate that is sought is among those not lower: with a higher and t equal ones, itself included, the places
    a + 1 to a + t have the mean a + (t + 1) / 2.
    """
    return (higher + not_lower + 1) / 2


def choices(own: Floats, twin: Floats) -> Floats:
    """1 where the own score is higher, ½ where it is equal, else 0."""
    return (np.sign(own - twin) + 1) / 2
