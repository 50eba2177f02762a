"""R3, R4 and R5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.rules.ruling import Outcome, rule_on
from tests.rule_tables import numbers, worked_table

SCORE = st.integers(0, 4)


@pytest.mark.parametrize(("scores", "tolerance", "outcome", "relevance"), worked_table("R3") + worked_table("R5"))
def test_the_worked_table_holds(scores: str, tolerance: str, outcome: str, relevance: str) -> None:
    ruling = rule_on(numbers(scores), tolerance=int(tolerance))
    assert (ruling.outcome, ruling.relevance) == (Outcome(outcome), numbers(relevance)[0])


@given(st.lists(SCORE, min_size=2, max_size=2) | st.lists(SCORE, min_size=4, max_size=4), st.integers(0, 4), st.data())
def test_the_order_of_scores_does_not_matter(scores: list[int], tolerance: int, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(scores))
    assert rule_on(shuffled, tolerance=tolerance) == rule_on(scores, tolerance=tolerance)


@given(SCORE, SCORE, st.integers(0, 4))
def test_two_scores_agree_exactly_within_the_tolerance(one: int, other: int, tolerance: int) -> None:
    ruling = rule_on([one, other], tolerance=tolerance)
    expected = Outcome.AGREED if abs(one - other) <= tolerance else Outcome.ESCALATED
    assert ruling.outcome == expected


@given(st.lists(SCORE, min_size=4, max_size=4), st.integers(0, 4))
def test_an_agreed_relevance_lies_between_the_scores_kept(scores: list[int], tolerance: int) -> None:
    ruling = rule_on(scores, tolerance=tolerance)
    low, high = sorted(scores)[1:3]
    assert ruling.kept == (low, high)
    assert ruling.relevance is None or low <= ruling.relevance <= high
    assert ruling.relevance is None or 2 * ruling.relevance - (low + high) in (0, 1)


@pytest.mark.parametrize("scores", [[], [1], [1, 2, 3], [1, 2, 3, 4, 0]])
def test_another_number_of_scores_is_an_error(scores: list[int]) -> None:
    with pytest.raises(ValueError, match="two or four"):
        rule_on(scores, tolerance=1)


@pytest.mark.parametrize("scores", [[-1, 2], [2, 7], [0, 1, 2, 9]])
def test_a_score_outside_the_scale_is_an_error(scores: list[int]) -> None:
    with pytest.raises(ValueError, match="0 to 6"):
        rule_on(scores, tolerance=1)
