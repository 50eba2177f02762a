"""The worked examples of docs/statistics.md, whose tables are read here."""

from itertools import product

import numpy as np
import pytest

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.confusion import ConfusionTable
from annotator.statistics.differences import mean_signed_difference, misalignment, within_tolerance
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting, cohen_kappa
from annotator.statistics.pairwise import mean_pairwise_kappa, pairwise_tables
from annotator.statistics.ratings import Ratings, ratings_of
from tests.annotator.statistics.page import rows_of, shown
from tests.annotator.statistics.tables import MAMMOGRAMS, OBSERVERS, cost_of, table


def figures(estimate: Estimate) -> list[str]:
    return shown(estimate.value, estimate.low, estimate.high)


@pytest.fixture
def mammograms() -> ConfusionTable:
    return table(*([int(cell) for cell in row[1:]] for row in rows_of("mammograms")))


@pytest.fixture
def observers() -> Ratings[str]:
    cells = [(unit, row[0], cell) for row in rows_of("observers") for unit, cell in enumerate(row[1:])]
    return ratings_of([(unit, who, int(cell)) for unit, who, cell in cells if cell != "–"], scale=range(1, 6))


def test_the_tables_are_those_of_the_literature(mammograms: ConfusionTable) -> None:
    assert mammograms.counts == MAMMOGRAMS
    assert [[int(cell.replace("–", "0")) for cell in row[1:]] for row in rows_of("observers")] == [
        *map(list, OBSERVERS)
    ]


@pytest.mark.parametrize("row", rows_of("kappa"))
def test_kappas_are_as_written(mammograms: ConfusionTable, row: list[str]) -> None:
    name, met, by_chance, *numbers = row
    cost, counts = cost_of(Weighting(name)), np.array(mammograms.counts)
    cells = [(cost(i, j), counts[i, j], counts[i].sum() * counts[:, j].sum()) for i, j in product(range(4), repeat=2)]
    assert [sum(each * count for each, count, _ in cells), sum(each * chance for each, _, chance in cells)] == [
        float(met),
        float(by_chance),
    ]
    assert figures(cohen_kappa(mammograms, Weighting(name))) == numbers
    assert shown(1 - 85 * float(met) / float(by_chance)) == numbers[:1]


@pytest.mark.parametrize("row", rows_of("alpha"))
def test_alphas_are_as_written(observers: Ratings[str], row: list[str]) -> None:
    name, met, by_chance, *numbers = row
    found = krippendorff_alpha(observers, MeasurementLevel(name))
    assert (figures(found), found.n) == (numbers, 11)
    assert shown(1 - 39 * float(met) / float(by_chance)) == numbers[:1]


def test_pairwise_kappas_are_as_written(observers: Ratings[str]) -> None:
    kappas = {" ".join(couple): cohen_kappa(table) for couple, table in pairwise_tables(observers).items()}
    kappas["mean"] = mean_pairwise_kappa(observers)
    assert rows_of("pairwise") == [[name, str(kappa.n), *shown(kappa.value)] for name, kappa in kappas.items()]


def test_shares_and_severity_are_as_written(mammograms: ConfusionTable) -> None:
    measures = {
        "within 0": within_tolerance(mammograms, 0),
        "within 1": within_tolerance(mammograms, 1),
        "misalignment 1": misalignment(mammograms, 1),
        "severity": mean_signed_difference(mammograms),
    }
    assert rows_of("shares") == [[name, *figures(estimate)] for name, estimate in measures.items()]
