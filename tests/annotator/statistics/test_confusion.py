"""Confusion tables and the shares of their rows."""

import pytest

from annotator.statistics.confusion import confusion_table, row_shares, shared_confusion_table
from annotator.statistics.estimate import NO_OVERLAP
from tests.annotator.statistics.tables import POINT_ONLY, table


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


def test_shares_are_of_the_row() -> None:
    shares = row_shares(table((3, 1), (0, 4)), resampling=POINT_ONLY)
    assert [[share.value for share in row] for row in shares] == [[0.75, 0.25], [0.0, 1.0]]


def test_a_row_without_units_has_no_shares() -> None:
    share = row_shares(table((3, 1), (0, 0)))[1][0]
    assert (share.value, share.n, share.reason) == (None, 4, "no unit has the reference score 1")


def test_a_row_that_resamples_often_miss_has_no_interval() -> None:
    share = row_shares(table((50, 49), (0, 1)))[1][1]
    assert (share.value, share.low, share.high) == (1.0, None, None)
    assert share.reason.startswith("no interval: ")
    assert share.reason.endswith(" of 2000 resamples are undefined")


def test_an_empty_table_has_no_shares() -> None:
    shares = row_shares(confusion_table([], []))
    assert {share.reason for row in shares for share in row} == {NO_OVERLAP}
