"""The table of edges in docs/measures.md, case by case where no other test has it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.columns import Predictions, Truths, ranks
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import read_labels
from evaluation.reading.run import read_run
from evaluation.scoring.reference_runs import checked_reference, reference_run, write_run
from evaluation.scoring.scores import score_predictions

LABEL = {"pair_id": 1, "query_id": 1, "video_name": "a", "timestamp": [0, 10], "relevance": 4, "similarity": 0.5}


@pytest.fixture
def means(tmp_path):
    def score(labels, predictions, **settings):
        (tmp_path / "l.json").write_text(json.dumps([{**LABEL, "pair_id": n, **row} for n, row in enumerate(labels)]))
        (tmp_path / "r.json").write_text(json.dumps({"1": predictions}))
        known = read_labels(tmp_path / "l.json")
        run = read_run(tmp_path / "r.json", known)
        chosen = Settings(**{"ks": (2,), "ious": (0.5,), **settings})
        return score_predictions(run.predictions, known.truths, len(known.query_ids), chosen).means()

    return score


def prediction(start, end, video="a", score=1.0):
    return {"video_name": video, "timestamp": [start, end], "score": score}


def test_equal_scores_leave_the_order_of_the_file(means):
    labels = [{"relevance": 4}, {"video_name": "b", "relevance": 1}]
    first = means(labels, [prediction(0, 10, "a"), prediction(0, 10, "b")])["NDCG@2,IoU>=0.5"]
    second = means(labels, [prediction(0, 10, "b"), prediction(0, 10, "a")])["NDCG@2,IoU>=0.5"]
    assert first == 1
    assert second < 1


def test_ground_truths_exactly_alike_are_two(means):
    labels = [{"relevance": 3}, {"relevance": 3}]
    assert means(labels, [prediction(0, 10)] * 2)["NDCG@2,IoU>=0.5"] == 1
    assert means(labels, [prediction(0, 10)])["NDCG@2,IoU>=0.5"] < 1


def test_a_prediction_of_no_length_or_beyond_the_video_is_scored_as_it_is(means):
    assert means([{}], [prediction(5, 5)])["AxIoU@2"] == 0
    assert means([{}], [prediction(0, 1e6)])["AxIoU@2"] == pytest.approx(1e-5)


def test_a_query_with_no_predictions_has_an_empty_list_or_none(means):
    assert set(means([{}], []).values()) == {0}


def test_at_threshold_1_a_prediction_must_be_the_truth_itself(means):
    assert means([{}], [prediction(0, 10)], ious=(1.0,))["NDCG@2,IoU>=1"] == 1
    assert means([{}], [prediction(0, 10)], ious=(1.0,))["R@2,IoU>1"] == 0


def test_the_reference_by_columns_is_the_reference_by_file(tmp_path):
    rows = [{**LABEL, "pair_id": n, "query_id": n % 3, "video_name": f"v{n % 4}", "relevance": n % 5,
             "similarity": (n * 7 % 10) / 10} for n in range(12)]  # fmt: skip
    (tmp_path / "l.json").write_text(json.dumps(rows))
    known = read_labels(tmp_path / "l.json")
    for kind in ("similarity", "random", "oracle"):
        write_run(reference_run(known, kind, seed=3), tmp_path / "r.json")
        by_file = read_run(tmp_path / "r.json", known).predictions
        checked = checked_reference(known, kind, seed=3)
        assert [known.video_names[video] for video in by_file.video] == [
            checked.video_names[video] for video in checked.video
        ]
        assert by_file.start_s.tolist() == checked.start_s.tolist()


COLUMNS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9), st.integers(0, 9), st.integers(0, 4)), max_size=10)


def columns(rows):
    video, start, length, grade = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return np.zeros(len(rows), dtype=np.int64), video, start * 1.0, (start + length) * 1.0, grade


@given(COLUMNS.filter(bool), COLUMNS, st.sampled_from(["irrelevant", "dropped", "lower", "upper"]))
def test_every_measure_lies_between_0_and_1_and_within_its_bounds(labelled, predicted, treatment):
    row, video, start, end, grade = columns(labelled)
    truths = Truths(row, video, start, end, grade)
    row, video, start, end, _ = columns(predicted)
    predictions = Predictions(row, ranks(row), video, start, end)

    def scored(unjudged):
        settings = Settings(ks=(3,), ious=(0.5,), unjudged=unjudged, abandonment=(0.5, 0.3, 0.2))
        return score_predictions(predictions, truths, 1, settings).means()

    found = scored(treatment)
    assert all(0 <= value <= 1 + 1e-12 for value in found.values())
    low, plain, high = scored("lower"), scored("irrelevant"), scored("upper")
    assert all(low[name] <= plain[name] + 1e-12 and plain[name] <= high[name] + 1e-12 for name in plain)
