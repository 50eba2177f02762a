"""T5: what people reach at the task Binary."""

from __future__ import annotations

import pytest

from annotator.statistics.estimate import Estimate
from annotator.twins.answers import CheckResult
from consensus.twins.ceiling import AssignedCaption, HumanCeiling, human_ceiling
from tests.rule_tables import worked_table

RESULTS = {"1": CheckResult.RIGHT, "0": CheckResult.WRONG, "?": CheckResult.CANNOT_TELL}


def assignments(cell: str) -> list[AssignedCaption]:
    found: list[AssignedCaption] = []
    for group in cell.split(", "):
        count, results = group.split(" × ")
        for twins in range(len(found), len(found) + int(count)):
            sides = zip(("forward", "backward"), results, strict=False)
            found += [AssignedCaption(twins * 10, side, 1, 1, RESULTS[result]) for side, result in sides]
    return found


def rounded(estimate: Estimate) -> list[str]:
    return [f"{value:.4f}" for value in (estimate.value, estimate.low, estimate.high) if value is not None]


@pytest.mark.parametrize(("twins", "captions", "accuracy", "low", "high", "strict", "effect"), worked_table("T5"))
def test_the_worked_table_holds(
    twins: str, captions: str, accuracy: str, low: str, high: str, strict: str, effect: str
) -> None:
    ceiling = human_ceiling(assignments(twins))
    assert (ceiling.accuracy.n, rounded(ceiling.accuracy)) == (int(captions), [accuracy, low, high])
    assert (rounded(ceiling.strict)[0], f"{ceiling.design_effect:.4f}") == (strict, effect)


def test_later_versions_and_second_checkers_do_not_count() -> None:
    first = AssignedCaption(1, "forward", 1, 1, CheckResult.WRONG)
    later = [
        AssignedCaption(1, "forward", 2, 1, CheckResult.RIGHT),
        AssignedCaption(1, "forward", 2, 2, CheckResult.RIGHT),
        AssignedCaption(2, "forward", 1, 2, CheckResult.RIGHT),
    ]
    assert human_ceiling([first, *later]) == human_ceiling([first])
    assert (human_ceiling([first]).wrong, human_ceiling([first]).accuracy.value) == (1, 0.0)


def test_nothing_has_no_ceiling_and_says_so() -> None:
    nothing = Estimate(None, None, None, 0, "nothing was counted")
    assert human_ceiling([]) == HumanCeiling(nothing, nothing, 0, 0, 0, 1.0)


def test_two_first_assignments_of_a_caption_are_refused() -> None:
    twice = [AssignedCaption(3, "backward", 1, 1, CheckResult.RIGHT)] * 2
    with pytest.raises(ValueError, match="twins 3: the backward caption has two first assignments"):
        human_ceiling(twice)
