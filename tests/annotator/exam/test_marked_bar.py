"""The grade of a marking against a known answer, and the bar of an exam in marking campaigns."""

from __future__ import annotations

import pytest

from annotator.exam.marked_bar import found_share, grade_of, marked_failure, mean_iou, missed_share
from annotator.marking.segments import Marking, Segment
from moments.marking_protocol import MarkingProtocol
from tests.rule_tables import DOCS, segments, worked_table

PROTOCOL = MarkingProtocol()


def marking(*stretches: tuple[float, float]) -> Marking:
    return Marking(tuple(Segment(round(start * 1000), round(end * 1000)) for start, end in stretches))


@pytest.mark.parametrize("row", worked_table("marked grades", DOCS / "exam.md"))
def test_an_answer_is_graded_by_agreement_and_by_shared_time(row):
    grade = grade_of(Marking(segments(row[0])), Marking(segments(row[1])), protocol=PROTOCOL)
    missed = "yes" if grade.missed else "no"
    assert (missed, str(grade.segments), str(grade.found), f"{grade.iou:.2f}") == row[2:]


def test_shares_count_segments_and_the_iou_counts_questions():
    grades = [
        grade_of(marking((10, 20)), marking((10, 20), (40, 50)), protocol=PROTOCOL),
        grade_of(marking((10, 20)), marking((10, 20)), protocol=PROTOCOL),
        grade_of(marking(), marking(), protocol=PROTOCOL),
    ]
    assert missed_share(grades) == 1 / 3
    assert found_share(grades) == 2 / 3
    assert mean_iou(grades) == 2.5 / 3


def test_nothing_is_undefined_without_answers():
    assert (missed_share([]), found_share([]), mean_iou([])) == (None, None, None)
    assert found_share([grade_of(marking(), marking(), protocol=PROTOCOL)]) is None


@pytest.mark.parametrize(
    ("bar", "failure"),
    [
        ({}, ""),
        ({"most_misalignment": 0.5}, ""),
        ({"most_misalignment": 0.4}, "50.0% of the first answers missed the truth; at most 40.0% may miss it"),
        ({"least_found": 0.6}, ""),
        ({"least_found": 0.7}, "the first answers found 66.7% of the segments; the bar is 70.0%"),
        ({"least_iou": 0.75}, ""),
        ({"least_iou": 0.8}, "the mean IoU with the truth is 0.75; the bar is 0.80"),
    ],
)
def test_the_bar_is_reached_at_its_value_and_names_what_is_below_it(bar, failure):
    grades = [
        grade_of(marking((10, 20)), marking((10, 20), (40, 50)), protocol=PROTOCOL),
        grade_of(marking((10, 20)), marking((10, 20)), protocol=PROTOCOL),
    ]
    full = {"most_misalignment": None, "least_found": None, "least_iou": None, **bar}
    assert marked_failure(grades, **full) == failure


def test_a_bar_on_segments_fails_nobody_where_no_question_has_one():
    grades = [grade_of(marking(), marking(), protocol=PROTOCOL)]
    assert marked_failure(grades, most_misalignment=None, least_found=1.0, least_iou=None) == ""
