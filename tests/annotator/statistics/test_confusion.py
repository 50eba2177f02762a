"""Confusion tables and the shares of their rows."""

import pytest

from annotator.statistics.confusion import confusion_table, shared_confusion_table
from tests.annotator.statistics.tables import table


def test_rows_are_the_reference_and_columns_what_was_given() -> None:
    found = confusion_table([1, 1, 0, 2], [1, 2, 0, 2], scale=range(3))
    assert (found, found.n) == (table((1, 0, 0), (0, 1, 0), (0, 1, 1)), 4)


def test_the_default_scale_is_that_of_scores() -> None:
    assert len(confusion_table([4], [0]).counts) == 5


def test_only_units_that_both_scored_count() -> None:
    found = shared_confusion_table({"a": 1, "b": 2, "c": 0}, {"b": 0, "c": 0, "d": 1}, scale=range(3))
    assert found == table((1, 0, 1), (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("given_scores", "reference", "message"),
    [
        ([1, 2], [1], "the columns hold 2 and 1 scores"),
        ([5], [1], "a score is an integer from 0 to 4, got 5"),
        ([1], [-1], "a score is an integer from 0 to 4, got -1"),
        ([1.5], [1], "scores are a row of integers"),
        ([True], [1], "scores are a row of integers"),
        ([None], [1], "scores are a row of integers"),
    ],
)
def test_what_is_no_score_is_refused(given_scores: list[int], reference: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        confusion_table(given_scores, reference)


def test_a_scale_with_gaps_is_refused() -> None:
    with pytest.raises(ValueError, match="steps of 1"):
        confusion_table([2], [2], scale=range(0, 5, 2))
