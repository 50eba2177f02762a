"""The worked example of docs/measures.md is what the code computes."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.metrics.columns import Predictions, Truths
from evaluation.metrics.matching import match
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions
from tests.evaluation.page_tables import rows_of

VIDEOS = {"a": 0, "b": 1}


def columns(rows: list[list[str]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    video = np.array([VIDEOS[row[0]] for row in rows])
    return video, np.array([float(row[1]) for row in rows]), np.array([float(row[2]) for row in rows])


def example() -> tuple[Predictions, Truths]:
    truths, found = rows_of("truths"), rows_of("predictions")
    zeros = np.zeros(len(truths), dtype=np.int64)
    relevance = np.array([int(row[3]) for row in truths])
    return Predictions(zeros, np.arange(len(found)), *columns(found)), Truths(zeros, *columns(truths), relevance)


def test_the_predictions_of_the_page_have_its_iou_and_take_its_relevances():
    matched = match(*example(), Settings(ks=(3,), ious=(0.5,)))
    expected = [(row[3], int(row[4])) for row in rows_of("predictions")]
    assert [(f"{r:.4f}", int(t)) for r, t in zip(matched.best_iou, matched.taken[0.5], strict=True)] == expected


@pytest.mark.parametrize(("gain", "measure", "value"), rows_of("measures"))
def test_the_measures_of_the_page_come_out(gain, measure, value):
    settings = Settings(ks=(3,), ious=(0.5, 0.7, 0.85), gain=gain, abandonment=(0.5, 0.3, 0.2))
    predictions, truths = example()
    assert f"{score_predictions(predictions, truths, 1, settings).means()[measure]:.4f}" == value
