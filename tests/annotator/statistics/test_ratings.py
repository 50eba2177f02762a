"""Ratings of many raters."""

import pytest

from annotator.statistics.ratings import kinds_of, ratings_of

ROWS = [("u", "b", 1), ("v", "a", 4), ("u", "a", 0), ("w", "b", 1), ("w", "a", 0), ("v", "a", 2)]


def test_rows_stand_by_unit_then_rater() -> None:
    found = ratings_of(ROWS)
    assert (found.raters, found.unit.tolist(), found.rater.tolist()) == (("a", "b"), [0, 0, 1, 2, 2], [0, 1, 0, 0, 1])


def test_a_raters_first_score_of_a_unit_stands() -> None:
    found = ratings_of(ROWS)
    assert (found.position.tolist(), found.repeats) == ([0, 1, 4, 0, 1], 1)


def test_units_with_the_same_scores_of_the_same_raters_are_of_a_kind() -> None:
    kinds, counts = kinds_of(ratings_of(ROWS))
    assert (sorted(counts.tolist()), len(kinds.unit), kinds.raters) == ([1, 2], 3, ("a", "b"))


def test_no_rows_are_no_ratings() -> None:
    found = ratings_of([])
    assert (found.raters, found.unit.size, kinds_of(found)[1].size) == ((), 0, 0)


def test_a_score_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 4, got 7"):
        ratings_of([(0, 1, 7)])
