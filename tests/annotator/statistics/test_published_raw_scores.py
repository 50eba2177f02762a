"""The measures on the published raw scores."""

import csv
from pathlib import Path

import pytest

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.confusion import ConfusionTable, confusion_table
from annotator.statistics.differences import within_tolerance
from annotator.statistics.kappa import Weighting, cohen_kappa
from annotator.statistics.pairwise import pairwise_tables
from annotator.statistics.ratings import Ratings, ratings_of
from tests.annotator.statistics.page import rows_of, shown
from tests.annotator.statistics.tables import POINT_ONLY

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def rows(real_data: Path) -> list[tuple[int, int, int]]:
    with (real_data / "tvr_ranking" / "raw_annotation.csv").open(newline="") as file:
        return [(int(row["pair_id"]), int(row["worker"]), int(row["relevance"])) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def first_two(rows: list[tuple[int, int, int]]) -> ConfusionTable:
    scores: dict[int, list[int]] = {}
    for pair, _, score in rows:
        scores.setdefault(pair, []).append(score)
    return confusion_table([pair[1] for pair in scores.values()], [pair[0] for pair in scores.values()])


@pytest.fixture(scope="module")
def ratings(rows: list[tuple[int, int, int]]) -> Ratings[int]:
    return ratings_of(rows)


def test_the_figures_are_as_published_and_written(first_two: ConfusionTable, ratings: Ratings[int]) -> None:
    found = {"equal": within_tolerance(first_two, 0, resampling=POINT_ONLY)}
    found |= {f"kappa {each}": cohen_kappa(first_two, each, resampling=POINT_ONLY) for each in Weighting}
    found |= {f"alpha {each}": krippendorff_alpha(ratings, each, resampling=POINT_ONLY) for each in MeasurementLevel}
    assert rows_of("published") == [[name, *shown(estimate.value)] for name, estimate in found.items()]
    assert shown(*(found[name].value for name in ("equal", "kappa unweighted", "kappa quadratic"))) == [
        "0.444",
        "0.288",
        "0.692",
    ]


def test_the_interval_of_so_many_pairs_is_narrow(first_two: ConfusionTable) -> None:
    found = cohen_kappa(first_two)
    assert (round(found.low or 0, 3), round(found.high or 0, 3)) == (0.284, 0.292)


@pytest.mark.parametrize("level", MeasurementLevel)
def test_alpha_takes_all_raters(ratings: Ratings[int], level: MeasurementLevel) -> None:
    found = krippendorff_alpha(ratings, level, resampling=POINT_ONLY)
    assert (found.n, len(ratings.raters), ratings.repeats) == (93_636, 21, 16_418)


@pytest.mark.parametrize("weighting", Weighting)
def test_all_pairwise_kappas_take_all_shared_pairs(ratings: Ratings[int], weighting: Weighting) -> None:
    tables = pairwise_tables(ratings)
    kappas = [cohen_kappa(table, weighting, resampling=POINT_ONLY) for table in tables.values()]
    assert (len(kappas), sum(kappa.n for kappa in kappas)) == (165, 144_762)
