"""Whatever enumerates measures takes them from one list, so that another one is there with a line."""

from __future__ import annotations

from argparse import ArgumentParser

import numpy as np
import pytest

from evaluation.cli.evaluate import add_options
from evaluation.cli.stability import add_stability_options
from evaluation.metrics.columns import Predictions, Truths
from evaluation.metrics.measure import Measure
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions
from evaluation.stability.systems import Criterion, query_values
from tests.evaluation.page_tables import DOCS, rows_of

TOY = Measure(
    "First",
    "The best IoU of the first prediction, over K.",
    ("k", "iou", "strict", "gain"),
    lambda ranked, k: ranked.best_iou[:, 0] / k,
)


@pytest.fixture
def toy(monkeypatch) -> Measure:
    monkeypatch.setitem(MEASURES, TOY.name, TOY)
    return TOY


def one_query() -> tuple[Predictions, Truths]:
    """A truth of grade 4 and one prediction of IoU 0.8 with it."""
    row, start = np.zeros(1, dtype=np.int64), np.zeros(1)
    return Predictions(row, row, row, start, start + 8), Truths(row, row, start, start + 10, row + 4)


def help_of(add) -> str:
    parser = ArgumentParser(prog="x")
    add(parser)
    return " ".join(parser.format_help().split())


def test_the_page_lists_every_measure():
    listed = [
        [
            measure.name,
            ", ".join(measure.depends_on),
            "yes" if measure.orders_systems else "no",
            "yes" if measure.is_standard else "no",
            measure.sentence,
        ]
        for measure in MEASURES.values()
    ]
    assert rows_of("families") == listed


def test_the_page_on_uncertainty_names_what_can_order_systems():
    names = "|".join(measure.name for measure in MEASURES.values() if measure.orders_systems)
    assert f"`--measure {names}`" in (DOCS / "uncertainty.md").read_text()


@pytest.mark.parametrize("strict", [False, True])
def test_columns_have_the_names_of_reports_in_their_order(strict):
    settings = Settings(ks=(1, 2), ious=(0.3, 0.5), strict=strict, abandonment=(1.0,))
    sign = ">" if strict else ">="
    at_least, above = ([f"@{k},IoU{one}{iou}" for iou in (0.3, 0.5) for k in (1, 2)] for one in (sign, ">"))
    expected = [
        *(f"NDCG{place}" for place in at_least),
        *(f"{name}{place}" for name in ("R", "AP") for place in above),
        *("AxIoU@1", "AxIoU@2", "NCxIoU"),
        *(f"Judged{place}" for place in at_least),
    ]
    assert score_predictions(*one_query(), 1, settings).names == expected


def test_a_measure_that_depends_on_the_abandonment_is_left_out_without_one():
    assert list(MEASURES["NCxIoU"].columns(Settings())) == []


def test_one_more_measure_is_computed_last(toy):
    scores = score_predictions(*one_query(), 1, Settings(ks=(2,), ious=(0.5,)))
    assert (scores.names[-1], scores.values[:, -1].tolist()) == ("First@2,IoU>=0.5", [0.4])


def test_one_more_measure_orders_systems(toy):
    predictions, truths = one_query()
    criterion = Criterion(toy, Settings(ks=(4,), ious=(0.5,)))
    assert (criterion.name, query_values([predictions, predictions], truths, 1, criterion).tolist()) == (
        "First@4,IoU>=0.5",
        [[0.2, 0.2]],
    )


def test_the_help_of_both_commands_names_one_more_measure(toy):
    evaluate, stability = help_of(add_options), help_of(add_stability_options)
    assert "NDCG and Judged and First require an IoU above the threshold" in evaluate
    assert "gain of NDCG and First:" in evaluate
    assert "--measure {NDCG,R,AP,AxIoU,First}" in stability
    assert "NDCG and First require an IoU above the threshold" in stability


def test_the_help_of_both_commands_names_the_measures_of_an_option():
    evaluate, stability = help_of(add_options), help_of(add_stability_options)
    assert "NDCG and Judged require an IoU above the threshold, not equal to it" in evaluate
    assert "shares of users who stop at each rank, for NCxIoU" in evaluate
    assert "NDCG requires an IoU above the threshold, not equal to it" in stability
    assert "gain of NDCG: 2^rel - 1 or rel" in stability
