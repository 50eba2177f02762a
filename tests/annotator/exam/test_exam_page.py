"""The worked exam of docs/exam.md, whose tables are read here."""

import pytest

from annotator.exam.figures import Answered, AnswerFigures, CohortFigures, cohort_figures, item_figures, person_figures
from annotator.exam.grading import is_miss, median_truth
from annotator.exam.selectors.report import INTERVALS
from annotator.statistics.alpha import MeasurementLevel
from annotator.statistics.estimate import Estimate
from tests.annotator.statistics.page import rows_of, shown

TOLERANCE = 1
*PEOPLE, TRUTH_ROW = rows_of("answers", "exam.md")
FIRST = {name: [int(level) for level in levels] for name, *levels in PEOPLE}
TRUTH = dict(enumerate(map(int, TRUTH_ROW[1:]), start=1))
AGAIN = {(row[0], int(row[1])): row[2:] for row in rows_of("again", "exam.md")}


def answered(name: str) -> Answered:
    first = dict(enumerate(FIRST[name], start=1))
    final = {pair: int(AGAIN[name, pair][2]) if (name, pair) in AGAIN else level for pair, level in first.items()}
    return Answered(first, final, ())


@pytest.fixture(scope="module")
def cohort() -> CohortFigures:
    return cohort_figures([answered(name) for name in FIRST], TRUTH, tolerance=TOLERANCE, resampling=INTERVALS)


def test_the_truth_is_the_median_of_each_column() -> None:
    assert [median_truth(column) for column in zip(*FIRST.values(), strict=True)] == list(TRUTH.values())


def test_exactly_the_misses_are_answered_again_until_they_pass() -> None:
    missed = {
        (name, pair): [str(TRUTH[pair]), str(level)]
        for name, levels in FIRST.items()
        for pair, level in enumerate(levels, start=1)
        if is_miss(level, TRUTH[pair], TOLERANCE)
    }
    assert {key: row[:2] for key, row in AGAIN.items()} == missed
    assert not any(is_miss(int(final), int(truth), TOLERANCE) for truth, _, final in AGAIN.values())


@pytest.mark.parametrize("row", rows_of("people", "exam.md"))
def test_the_people_are_as_written(row: list[str]) -> None:
    name, *numbers = row
    found = person_figures(answered(name), TRUTH, tolerance=TOLERANCE, resampling=INTERVALS)
    kappas = (found.first.unweighted, found.first.quadratic, found.final.unweighted, found.final.quadratic)
    assert shown(*(each.value for each in (found.misalignment, found.severity, *kappas))) == numbers


def measures(figures: AnswerFigures) -> dict[str, Estimate]:
    return {
        "kappa with truth": figures.with_truth.unweighted,
        "quadratic kappa with truth": figures.with_truth.quadratic,
        "mean pairwise kappa": figures.pairwise.unweighted,
        "mean pairwise quadratic kappa": figures.pairwise.quadratic,
        **{
            f"alpha {level}": figures.alphas[level]
            for level in (MeasurementLevel.NOMINAL, MeasurementLevel.ORDINAL, MeasurementLevel.INTERVAL)
        },
    }


def test_the_cohort_is_as_written(cohort: CohortFigures) -> None:
    missed = cohort.misalignment
    final = measures(cohort.final)
    lines = [["missed", *shown(missed.value, missed.low, missed.high, None)]]
    lines += [
        [name, *shown(first.value, first.low, first.high, final[name].value)]
        for name, first in measures(cohort.first).items()
    ]
    assert rows_of("cohort", "exam.md") == lines


def test_the_pairs_are_as_written_and_none_lies_further_apart() -> None:
    people = [answered(name) for name in FIRST]
    found = {pair: item_figures(people, pair, truth, tolerance=TOLERANCE) for pair, truth in TRUTH.items()}
    rows = rows_of("pairs", "exam.md")
    assert rows == [
        [number, " ".join(map(str, found[int(number)].counts)), *shown(found[int(number)].spread), missed]
        for number, _, _, missed in rows
    ]
    assert [str(found[int(row[0])].missed) for row in rows] == [row[3] for row in rows]
    assert max(each.spread or 0 for each in found.values()) == found[int(rows[0][0])].spread
