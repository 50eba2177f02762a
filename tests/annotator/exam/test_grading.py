"""R10 as pure functions: the cohort's truth, misses, the bar. docs/rules.md holds the worked tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exam.grading import bar_failure, is_miss, median_truth, misalignment, truth_kappa
from tests.rule_tables import worked_table

levels = st.integers(0, 4)


@pytest.mark.parametrize(("answers", "truth"), worked_table("R10 truth"))
def test_the_truth_is_the_median_with_a_half_rounded_up(answers: str, truth: str) -> None:
    assert median_truth([int(answer) for answer in answers.split(",")]) == int(truth)


@pytest.mark.parametrize(("answer", "truth", "tolerance", "verdict"), worked_table("R10 miss"))
def test_an_answer_beyond_the_tolerance_is_a_miss(answer: str, truth: str, tolerance: str, verdict: str) -> None:
    assert is_miss(int(answer), int(truth), int(tolerance)) is (verdict == "missed")


@given(st.lists(levels, min_size=1))
def test_half_of_the_answers_lie_on_either_side_of_the_truth(answers: list[int]) -> None:
    truth = median_truth(answers)
    assert min(answers) <= truth <= max(answers)
    assert 2 * sum(answer >= truth for answer in answers) >= len(answers)
    assert 2 * sum(answer < truth for answer in answers) <= len(answers)


def test_no_answers_have_no_truth_and_no_misalignment() -> None:
    with pytest.raises(ValueError, match="no median"):
        median_truth([])
    assert misalignment([], [], 1) is None


def test_misalignment_is_the_share_of_misses() -> None:
    assert misalignment([0, 1, 2, 4], [2, 2, 2, 2], 1) == 0.5


@pytest.mark.parametrize(
    ("answers", "truths", "kappa"),
    [
        ([0, 2, 4], [0, 2, 4], 1.0),
        ([0, 4], [4, 0], -1.0),
        ([3, 3], [3, 3], None),
        ([2, 2], [0, 4], 0.0),
        ([], [], None),
    ],
)
def test_kappa_with_the_truth_is_defined_or_none(answers: list[int], truths: list[int], kappa: float | None) -> None:
    assert truth_kappa(answers, truths) == kappa


@pytest.mark.parametrize(
    ("most", "least", "failure"),
    [
        (None, None, ""),
        (0.5, None, ""),
        (0.49, None, "50.0% of the first answers missed the truth; at most 49.0% may miss it"),
        (None, -0.5, ""),
        (None, 0.75, "kappa with the truth is 0.67; the bar is 0.75"),
        (0.4, 0.5, "50.0% of the first answers missed the truth; at most 40.0% may miss it"),
    ],
)
def test_the_bar_says_what_it_misses(most: float | None, least: float | None, failure: str) -> None:
    bar = {"tolerance": 1, "most_misalignment": most, "least_kappa": least}
    answers, truths = [0, 0, 4, 4], [0, 2, 2, 4]
    assert bar_failure(answers, truths, **bar) == failure


def test_one_level_throughout_is_held_against_nobody() -> None:
    assert bar_failure([3, 3], [3, 3], tolerance=1, most_misalignment=0, least_kappa=1.0) == ""
