"""Agreement of two people's segments: the worked example of the page, numpy's quantiles, and intervals."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from annotator.marking.matching import Comparison, compare
from annotator.marking.segments import Segment
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.segment_agreement import segment_agreement
from moments.marking_protocol import MarkingProtocol
from tests.annotator.statistics.tables import POINT_ONLY
from tests.rule_tables import segments, worked_table

PROTOCOL = MarkingProtocol()


def compared(one: str, other: str) -> Comparison:
    return compare(segments(one), segments(other), protocol=PROTOCOL)


def drawn(seed: int, *, questions: int = 60) -> list[Comparison]:
    """Questions with one or two segments, whose edges the second person moves by up to 3 s, or which they miss."""
    draw = random.Random(seed)

    def moved(segment: Segment) -> Segment:
        return Segment(segment.start_ms + draw.randrange(-3000, 3000), segment.end_ms + draw.randrange(-3000, 3000))

    found = []
    for _ in range(questions):
        own = [Segment(100_000 * n + 10_000, 100_000 * n + 30_000) for n in range(1, draw.randrange(2, 4))]
        found.append(compare(own, [moved(one) for one in own if draw.random() < 0.8], protocol=PROTOCOL))
    return found


@pytest.mark.parametrize(("one", "other", "iou", "errors", "missed", "extra"), worked_table("M agreement"))
def test_the_worked_questions_count_as_the_page_says(
    one: str, other: str, iou: str, errors: str, missed: str, extra: str
) -> None:
    found = compared(one, other)
    edges = [
        abs(error) / 1000
        for match in found.matches
        for error in (match.one.start_ms - match.other.start_ms, match.one.end_ms - match.other.end_ms)
    ]
    expected = [] if errors == "–" else [float(error) for error in errors.split(",")]
    assert edges == expected
    above, _, below = iou.partition("/")
    expected_iou = [] if iou == "–" else [float(Fraction(above) / Fraction(below or "1"))]
    assert [match.iou for match in found.matches] == pytest.approx(expected_iou)
    matches = len(found.matches)
    assert f"{len(found.only_one)} of {len(found.only_one) + matches}" == missed
    assert f"{len(found.only_other)} of {len(found.only_other) + matches}" == extra


def test_the_worked_questions_make_the_figures_of_the_page() -> None:
    questions = [compared(row[0], row[1]) for row in worked_table("M agreement")]
    found = segment_agreement(questions, resampling=POINT_ONLY)
    figures = {
        "IoU": found.iou,
        "edge median": found.edge_median_s,
        "edge 90%": found.edge_90_s,
        "missed": found.missed,
        "extra": found.extra,
        "agreed": found.agreed,
    }
    assert {name: f"{one.value:.4f}" for name, one in figures.items()} == {
        row[0]: row[2] for row in worked_table("M agreement of five")
    }
    assert (found.questions, found.matches, found.reference, found.given) == (5, 3, 6, 4)


def test_edge_errors_have_the_quantiles_of_numpy() -> None:
    questions = drawn(1)
    errors = [
        abs(error) / 1000
        for question in questions
        for match in question.matches
        for error in (match.one.start_ms - match.other.start_ms, match.one.end_ms - match.other.end_ms)
    ]
    found = segment_agreement(questions, resampling=POINT_ONLY)
    assert found.edge_median_s.value == pytest.approx(np.quantile(errors, 0.5))
    assert found.edge_90_s.value == pytest.approx(np.quantile(errors, 0.9))


def test_intervals_are_those_of_drawing_whole_questions() -> None:
    questions = drawn(2)
    rng = np.random.default_rng(3)
    medians, missed = [], []
    for _ in range(1500):
        some = [questions[place] for place in rng.integers(0, len(questions), len(questions))]
        point = segment_agreement(some, resampling=POINT_ONLY)
        medians.append(point.edge_median_s.value)
        missed.append(point.missed.value)
    found = segment_agreement(questions, resampling=Resampling(1500))
    low, high = np.quantile(medians, [0.025, 0.975])
    assert (found.edge_median_s.low, found.edge_median_s.high) == pytest.approx((low, high), abs=0.12)
    low, high = np.quantile(missed, [0.025, 0.975])
    assert (found.missed.low, found.missed.high) == pytest.approx((low, high), abs=0.03)


def test_swapping_the_people_swaps_missed_and_extra_only() -> None:
    questions = drawn(4)
    one = segment_agreement(questions, resampling=Resampling(50))
    other = segment_agreement([question.swapped for question in questions], resampling=Resampling(50))
    assert (one.missed, one.extra) == (other.extra, other.missed)
    assert (one.iou, one.edge_median_s, one.edge_90_s, one.agreed) == (
        other.iou,
        other.edge_median_s,
        other.edge_90_s,
        other.agreed,
    )


def test_without_a_match_there_are_shares_and_no_edges() -> None:
    found = segment_agreement([compared("[10, 20]", "–"), compared("[30, 40]", "[60, 70]")], resampling=POINT_ONLY)
    assert (found.missed.value, found.extra.value, found.agreed.value) == (1, 1, 0)
    assert (found.iou.value, found.edge_median_s.value, found.iou.reason) == (None, None, "no segments overlap")


@pytest.mark.parametrize("questions", [0, 1])
def test_one_question_or_none_has_no_figures(questions: int) -> None:
    found = segment_agreement([compared("[10, 20]", "[10, 20]")] * questions)
    assert (found.questions, found.iou.value, found.missed.value) == (questions, None, None)
    assert found.iou.reason == "fewer than two questions were marked by two people"
