"""T4: when a caption is accepted, and when it goes back."""

from __future__ import annotations

import pytest

from annotator.twins.answers import CheckResult
from consensus.twins.checking import (
    CaptionRuling,
    CaptionsRuling,
    CaptionStep,
    ReturnReason,
    rule_on_caption,
    rule_on_captions,
)
from tests.rule_tables import worked_table


@pytest.mark.parametrize(("checkers", "assignments", "similar", "before", "step", "reason"), worked_table("T4"))
def test_the_worked_table_of_one_caption_holds(
    checkers: str, assignments: str, similar: str, before: str, step: str, reason: str
) -> None:
    ruling = rule_on_caption(
        [CheckResult(cell) for cell in assignments.split(", ") if cell != "–"],
        checkers=int(checkers),
        most_returns=2,
        returns=int(before),
        lookalikes_wanted=similar != "not wanted",
        lookalikes=None if similar in ("not wanted", "waiting") else CheckResult(similar),
    )
    assert ruling == CaptionRuling(CaptionStep(step), None if reason == "–" else ReturnReason(reason))


@pytest.mark.parametrize(("forward", "backward", "step", "again"), worked_table("T4 both"))
def test_the_worked_table_of_both_captions_holds(forward: str, backward: str, step: str, again: str) -> None:
    rulings = [None if cell == "–" else CaptionRuling(CaptionStep(cell)) for cell in (forward, backward)]
    assert rulings[0] is not None
    expected = CaptionsRuling(CaptionStep(step), "forward" in again, "backward" in again)
    assert rule_on_captions(rulings[0], rulings[1]) == expected


def test_more_assignments_than_checkers_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 2 assignments, got 3"):
        rule_on_caption([CheckResult.RIGHT] * 3, checkers=2, most_returns=2)
