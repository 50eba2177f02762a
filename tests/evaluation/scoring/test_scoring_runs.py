"""Scores of small runs through the files that carry them."""

from __future__ import annotations

import gzip
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.columns import Predictions, Truths, ranks
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.meetings import meetings
from evaluation.metrics.settings import Settings
from evaluation.metrics.taking import take
from evaluation.reading.labels import read_labels
from evaluation.reading.run import read_run
from evaluation.scoring.bootstrap import interval, resampled_means
from evaluation.scoring.reference_runs import reference_run, write_run
from evaluation.scoring.scores import score_predictions


def label(query, video, start, end, relevance, similarity=0.5):
    return {"query_id": query, "video_name": video, "timestamp": [start, end], "relevance": relevance,
            "similarity": similarity}  # fmt: skip


def prediction(video, start, end, score=1.0):
    return {"video_name": video, "timestamp": [start, end], "score": score}


@pytest.fixture
def scored(tmp_path):
    def scores(labels, run, **settings):
        (tmp_path / "labels.json").write_text(json.dumps([{"pair_id": n, **row} for n, row in enumerate(labels)]))
        (tmp_path / "run.json").write_text(json.dumps(run))
        known = read_labels(tmp_path / "labels.json")
        joined = read_run(tmp_path / "run.json", known)
        chosen = Settings(**{"ks": (2,), "ious": (0.5,), **settings})
        return score_predictions(joined.predictions, known.truths, len(known.query_ids), chosen).means(), joined.counts

    return scores


def test_a_query_without_predictions_and_one_without_relevant_truths_score_zero(scored):
    labels = [label(1, "a", 0, 10, 4), label(2, "a", 0, 10, 4), label(3, "a", 0, 10, 0)]
    means, counts = scored(labels, {"1": [prediction("a", 0, 10)], "3": [prediction("a", 0, 10)]})
    assert (means["NDCG@2,IoU>=0.5"], means["R@2,IoU>0.5"]) == (1 / 3, 1 / 3)
    assert counts["queries_without_predictions"] == 1


def test_a_duplicate_gains_once_and_is_counted_but_stays_judged(scored):
    means, counts = scored([label(1, "a", 0, 10, 4), label(1, "b", 0, 9, 4)], {"1": [prediction("a", 0, 10)] * 2})
    assert means["NDCG@2,IoU>=0.5"] == pytest.approx(1 / (1 + 1 / math.log2(3)))
    assert (means["Judged@2,IoU>=0.5"], counts["repeated_predictions"]) == (1, 1)


def test_predictions_behind_k_have_no_influence(scored):
    labels = [label(1, "a", 0, 10, 4)]
    means, _ = scored(labels, {"1": [prediction("b", 0, 1), prediction("b", 0, 2), prediction("a", 0, 10)]})
    assert set(means.values()) == {0}


def test_an_iou_of_exactly_the_threshold_counts_unless_strict(scored):
    labels, run = [label(1, "a", 0, 10, 4)], {"1": [prediction("a", 0, 5)]}
    assert scored(labels, run)[0]["NDCG@2,IoU>=0.5"] == 1
    assert scored(labels, run, strict=True)[0]["NDCG@2,IoU>0.5"] == 0
    assert scored(labels, run)[0]["R@2,IoU>0.5"] == 0


def test_a_moment_without_length_matches_nothing(scored):
    means, _ = scored([label(1, "a", 5, 5, 4)], {"1": [prediction("a", 5, 5), prediction("a", 0, 10)]})
    assert set(means.values()) == {0}


def test_ties_of_iou_go_to_the_more_relevant_then_to_the_first(scored):
    labels = [label(1, "a", 0, 10, 1), label(1, "a", 0, 10, 3), label(1, "a", 0, 10, 3)]
    assert scored(labels, {"1": [prediction("a", 0, 10)] * 3}, ks=(3,))[0]["NDCG@3,IoU>=0.5"] == 1


def test_the_order_of_the_file_stands_even_where_scores_rise(scored):
    labels = [label(1, "a", 0, 10, 4), label(1, "b", 0, 10, 1)]
    means, counts = scored(labels, {"1": [prediction("a", 0, 10, 1), prediction("b", 0, 10, 2)]})
    assert (means["NDCG@2,IoU>=0.5"], counts["queries_with_rising_scores"]) == (1, 1)


def test_the_unjudged_are_irrelevant_dropped_or_bounded(scored):
    labels, run = [label(1, "a", 0, 10, 4)], {"1": [prediction("b", 0, 10), prediction("a", 0, 10)]}
    second = 1 / math.log2(3)
    expected = {"irrelevant": second, "dropped": 1, "upper": 1, "lower": second / (1 + second)}
    for treatment, value in expected.items():
        means, _ = scored(labels, run, unjudged=treatment)
        assert means["NDCG@2,IoU>=0.5"] == pytest.approx(value)
        assert means["Judged@2,IoU>=0.5"] == 0.5
        axiou = {"irrelevant": 0.5, "dropped": 1, "upper": 1, "lower": 0.5}
        assert means["AxIoU@2"] == axiou[treatment]


def test_without_relevant_truths_the_upper_bound_asks_for_something_unjudged(scored):
    labels = [label(1, "a", 0, 10, 0)]
    assert scored(labels, {"1": [prediction("b", 0, 10)]}, unjudged="upper")[0]["NDCG@2,IoU>=0.5"] == 1
    assert scored(labels, {"1": [prediction("a", 0, 10)]}, unjudged="upper")[0]["NDCG@2,IoU>=0.5"] == 0


def test_relevant_is_what_min_relevance_says_for_all_but_ndcg(scored):
    means, _ = scored([label(1, "a", 0, 10, 2)], {"1": [prediction("a", 0, 10)]}, min_relevance=3)
    assert (means["NDCG@2,IoU>=0.5"], means["R@2,IoU>0.5"], means["AxIoU@2"]) == (1, 0, 0)


GRADES = st.lists(st.integers(0, 4), min_size=1, max_size=8)
RANKINGS = GRADES.flatmap(lambda grades: st.tuples(st.just(grades), st.permutations(range(len(grades)))))


@given(RANKINGS, st.sampled_from(["exp", "linear"]))
def test_where_every_prediction_is_a_truth_the_measure_is_plain_ndcg(case, gain):
    grades, order = case
    zeros, video = np.zeros(len(grades), dtype=np.int64), np.arange(len(grades))
    truths = Truths(zeros, video, zeros * 1.0, zeros + 10.0, np.array(grades))
    chosen = np.array(order)
    predictions = Predictions(zeros, np.arange(len(grades)), video[chosen], zeros * 1.0, zeros + 10.0)

    def dcg(ranked):
        worth = [2**grade - 1 if gain == "exp" else grade for grade in ranked]
        return sum(gained / math.log2(rank) for rank, gained in enumerate(worth[:5], 2))

    ideal = dcg(sorted(grades, reverse=True))
    means = score_predictions(predictions, truths, 1, Settings(ks=(5,), ious=(1.0,), gain=gain)).means()
    plain = dcg([grades[at] for at in order]) / ideal if ideal else 0
    assert means["NDCG@5,IoU>=1"] == pytest.approx(plain, abs=1e-12)


SPANS = st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 6), st.integers(0, 6))


@given(st.lists(st.tuples(SPANS, st.integers(0, 4)), min_size=1, max_size=12), st.lists(SPANS, max_size=12))
def test_taking_in_turns_and_in_blocks_is_taking_one_by_one(labelled, predicted):
    predicted = sorted(predicted, key=lambda span: span[0])
    row, video, begin, length = np.array([span for span, _ in labelled]).T
    truths = Truths(row, video, begin * 1.0, begin + length * 1.0, np.array([grade for _, grade in labelled]))
    row, video, begin, length = np.array(predicted, dtype=np.int64).reshape(-1, 4).T
    predictions = Predictions(row, ranks(row), video, begin * 1.0, begin + length * 1.0)
    taken = np.zeros(len(predicted), dtype=np.int64)
    for met in meetings(predictions, truths, at_once=1):
        take(met, predictions, truths, taken, threshold=0.3, strict=False)
    free, expected = set(range(len(labelled))), []
    for query, video, start, length in predicted:
        choices = []
        for at in free:
            (other_query, other_video, begin, extent), grade = labelled[at]
            shared = max(0, min(start + length, begin + extent) - max(start, begin))
            iou = shared / (length + extent - shared) if length + extent > shared else 0
            if (query, video) == (other_query, other_video) and iou >= 0.3:
                choices.append((iou, grade, -at))
        expected.append(max(choices)[1] if choices else 0)
        free -= {-max(choices)[2]} if choices else set()
    assert taken.tolist() == expected


def test_reference_runs_are_what_they_say(tmp_path):
    rows = [label(1, "a", 0, 10, 1, 0.9), label(1, "a", 2, 12, 4, 0.1), label(2, "b", 0, 5, 2), label(2, "b", 0, 5, 3)]
    (tmp_path / "l.json").write_text(json.dumps([{"pair_id": n, **row} for n, row in enumerate(rows)]))
    known = read_labels(tmp_path / "l.json")
    write_run(reference_run(known, "oracle"), tmp_path / "oracle.json")
    joined = read_run(tmp_path / "oracle.json", known)
    means = score_predictions(joined.predictions, known.truths, 2, Settings()).means()
    assert {value for name, value in means.items() if name.startswith("NDCG")} == {1.0}
    assert [entry["score"] for entry in reference_run(known, "similarity")["1"]] == [0.9, 0.1]
    assert reference_run(known, "random", seed=3) == reference_run(known, "random", seed=3)
    assert reference_run(known, "random", seed=3) != reference_run(known, "random", seed=4)


def test_the_bootstrap_is_seeded_paired_and_near_the_normal_interval():
    values = np.random.default_rng(1).normal(0.5, 0.1, size=(400, 1))
    low, high = interval(values, resamples=2000, seed=7)
    assert (low, high) == interval(values, resamples=2000, seed=7)
    half = 1.96 * values.std() / 20
    assert (low[0], high[0]) == pytest.approx((values.mean() - half, values.mean() + half), abs=half / 8)
    both = resampled_means(np.hstack([values, values - 0.25]), resamples=50, seed=7)
    assert (both[:, 0] - both[:, 1]).tolist() == pytest.approx([0.25] * 50)


WRONG = [
    {"ks": (0,)},
    {"ks": ()},
    {"ious": (0.0,)},
    {"ious": (math.nan,)},
    {"ious": (1.0,), "strict": True},
    {"min_relevance": 5},
    {"abandonment": (0.5, 0.4)},
    {"abandonment": (1.5, -0.5)},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(EvaluationError):
        Settings(**wrong)


@pytest.mark.real_data
def test_the_published_predictions_load_and_score(real_data, tmp_path):
    folder = real_data / "tvr_ranking"
    names = {index: name for name, (_, index) in json.loads((folder / "video_corpus.json").read_text()).items()}
    published = json.loads((folder / "reloclnet_top40_val_predictions.json").read_text())
    rows = [
        label(entry["query_id"], names[video], start, end, 4 - place)
        for entry in published
        for place, (video, start, end, _) in enumerate(entry["predictions"][:5])
    ]
    with gzip.open(tmp_path / "labels.json.gz", "wt") as file:
        json.dump([{"pair_id": n, **row} for n, row in enumerate(rows)], file)
    known = read_labels(tmp_path / "labels.json.gz")
    run = read_run(folder / "reloclnet_top40_val_predictions.json", known, corpus=folder / "video_corpus.json")
    means = score_predictions(run.predictions, known.truths, len(known.query_ids), Settings()).means()
    assert (len(known.query_ids), run.counts["predictions"]) == (500, 20_000)
    assert (means["R@10,IoU>0.7"], means["AxIoU@10"]) == (1, 1)
    assert means["NDCG@10,IoU>=0.7"] == pytest.approx(1, abs=1e-3)
