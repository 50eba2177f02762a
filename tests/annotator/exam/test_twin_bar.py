"""The grades of an exam of twins, as the page on the exam has them."""

import pytest

from annotator.exam.twin_bar import in_turn, missed_share, misses_by_case, missing_cases, twin_failure
from annotator.twins.answers import KnownCase
from tests.rule_tables import DOCS, worked_table

ROWS = worked_table("twin grades", DOCS / "exam.md")
TRUTHS = (KnownCase.TWINS, KnownCase.TWINS, KnownCase.SINGLE, KnownCase.DROPPED)


def given(row):
    answers = [None if cell == "forward" else KnownCase(cell) for cell in row[:4]]
    return list(zip(answers, TRUTHS, strict=True))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_page_shows_what_is_missed(row):
    judged = given(row)
    worst = max(one.share for one in misses_by_case(judged))
    assert (f"{missed_share(judged):.2f}", f"{worst:.2f}") == tuple(row[4:])


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_bar_is_met_exactly_at_its_share(row):
    judged, missed, worst = given(row), float(row[4]), float(row[5])
    assert twin_failure(judged, most_misalignment=missed, most_case_misalignment=worst) == ""
    if missed:
        assert "of the first answers missed" in twin_failure(
            judged, most_misalignment=missed - 0.01, most_case_misalignment=None
        )
        assert "of the clips of the case" in twin_failure(
            judged, most_misalignment=None, most_case_misalignment=worst - 0.01
        )


def test_without_answers_nothing_is_missed():
    assert missed_share([]) is None
    assert [one.share for one in misses_by_case([])] == [None, None, None]
    assert twin_failure([], most_misalignment=0, most_case_misalignment=0) == ""


def test_each_clip_has_its_turn_among_those_of_its_case():
    single, twins, dropped = KnownCase.SINGLE, KnownCase.TWINS, KnownCase.DROPPED
    assert in_turn([single, single, twins, single, dropped, twins]) == [0, 1, 0, 2, 0, 1]
    assert missing_cases([single, single]) == [twins, dropped]
