"""Grades the answers of an exam in a twins campaign (R10, T1): what is missed, over all and by case, and the bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.twins.answers import KnownCase

Judged = tuple[KnownCase | None, KnownCase]
"""What follows from a judgement, and the truth; an answer of None calls the forward clip unreal, and is a miss."""


@dataclass(frozen=True, slots=True)
class CaseMisses:
    """How many clips of one case were answered, and how many of them missed the truth."""

    case: KnownCase
    answered: int
    missed: int

    @property
    def share(self) -> float | None:
        """The share (0 to 1) that missed; None without answers."""
        return self.missed / self.answered if self.answered else None


def misses_by_case(given: Sequence[Judged]) -> list[CaseMisses]:
    """The misses among the clips of each case, in the order of the cases."""
    found = []
    for case in KnownCase:
        answers = [answer for answer, truth in given if truth is case]
        found.append(CaseMisses(case, len(answers), sum(answer is not case for answer in answers)))
    return found


def missed_share(given: Sequence[Judged]) -> float | None:
    """The share (0 to 1) of the clips whose answer missed the truth; None without answers."""
    return sum(answer is not truth for answer, truth in given) / len(given) if given else None


def twin_failure(
    given: Sequence[Judged], *, most_misalignment: float | None, most_case_misalignment: float | None
) -> str:
    """Why the first answers fail the bar; empty if they pass it, or if there is no bar."""
    missed = missed_share(given)
    if most_misalignment is not None and missed is not None and missed > most_misalignment:
        return f"{missed:.1%} of the first answers missed the truth; at most {most_misalignment:.1%} may miss it"
    for one in misses_by_case(given):
        if most_case_misalignment is not None and one.share is not None and one.share > most_case_misalignment:
            return (
                f"{one.share:.1%} of the clips of the case {one.case} were missed; at most "
                f"{most_case_misalignment:.1%} may be"
            )
    return ""


def missing_cases(truths: Sequence[KnownCase]) -> list[KnownCase]:
    """The cases that no clip of an exam has; an exam has clips of all three."""
    return [case for case in KnownCase if case not in truths]


def in_turn(cases: Sequence[KnownCase]) -> list[int]:
    """For each clip its turn among those of its case, so that a sitting of few clips has clips of each case."""
    return [list(cases[:place]).count(case) for place, case in enumerate(cases)]
