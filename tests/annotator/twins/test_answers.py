"""What a person says of a clip and its reverse."""

from __future__ import annotations

import pytest

from annotator.twins.answers import CheckResult, Criterion, JudgementAnswer, Unreal, check_result


@pytest.mark.parametrize(("chosen", "result"), [(7, "right"), (8, "wrong"), (None, "cannot tell")])
def test_an_assignment_is_right_wrong_or_open(chosen: int | None, result: str) -> None:
    assert check_result(chosen, right=7) == CheckResult(result)


@pytest.mark.parametrize(
    ("temporal", "criterion", "unreal", "message"),
    [
        (True, None, Unreal.NEITHER, "criterion: a judgement that time matters needs it"),
        (True, Criterion.STATE, None, "unreal: a judgement that time matters needs it"),
        (False, Criterion.STATE, None, "criterion: a judgement that time does not matter has none"),
        (False, None, Unreal.NEITHER, "unreal: a judgement that time does not matter has none"),
    ],
)
def test_a_judgement_has_criterion_and_unreal_exactly_if_time_matters(
    temporal: bool, criterion: Criterion | None, unreal: Unreal | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        JudgementAnswer(temporal=temporal, criterion=criterion, unreal=unreal)
