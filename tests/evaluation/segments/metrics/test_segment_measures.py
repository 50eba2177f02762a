"""The measures of segments by hand, against plain versions and against other tools."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ranx import Qrels, Run, evaluate

from evaluation.metrics.errors import EvaluationError
from evaluation.segments.metrics.hull_precision import hull_precision
from evaluation.segments.metrics.settings import AP_IOUS, SegmentSettings
from evaluation.segments.scoring.scores import wanted_columns
from tests.evaluation.segments.worlds import asked, means, pooled, ranking

ONE, TWO, BETWEEN = (0, 10), (90, 100), (20, 80)
HULL = "mAP@5 (as in the authors' code)"


def test_columns_are_in_the_order_of_reports():
    names = [column.name for _, column in wanted_columns(SegmentSettings(ks=(1, 5), ious=(0.3,)), clips=True)]
    assert names == ["R@1", "R@5", "R1,IoU>=0.3", "mIoU", "mAP,IoU>=0.5", "mAP,IoU>=0.75", "mAP,IoU>=0.5:0.95",
                     "Found@1,IoU>=0.3", "Found@5,IoU>=0.3", "AxIoU@1", "AxIoU@5", HULL]  # fmt: skip


def test_a_run_of_segments_has_no_recall_by_identity():
    names = {column.name for _, column in wanted_columns(SegmentSettings(), clips=False)}
    assert not any(name.startswith("R@") for name in names)


def test_both_truths_found_are_a_perfect_answer_for_all_but_the_hull():
    found = means(asked([[ONE, TWO]]), ranking([[ONE, TWO]]), ks=(2,), ious=(0.5,))
    assert found.pop(HULL) == pytest.approx(0.02)
    assert set(found.values()) == {1.0}


def test_a_wrong_clip_between_the_truths_gets_nothing_but_from_the_hull():
    found = means(asked([[ONE, TWO]]), ranking([[BETWEEN]]))
    assert found.pop(HULL) == pytest.approx(0.36)
    assert set(found.values()) == {0.0}


def test_the_hull_measure_can_exceed_1_and_looks_at_five_ranks():
    assert hull_precision(np.array([[1.0, 0.9]]))[0] == pytest.approx(1.855)
    assert hull_precision(np.ones((1, 9)))[0] == pytest.approx(5)


@pytest.mark.parametrize(
    ("truths", "predicted", "value"),
    [
        ([ONE, TWO], [], 0),
        ([ONE, TWO], [BETWEEN], 0),
        ([ONE], [BETWEEN, ONE], 1 / 2),
        ([ONE, TWO], [ONE, ONE, TWO], (1 + 2 / 3) / 2),  # the duplicate is wrong
        ([ONE, TWO], [BETWEEN, ONE, TWO], (2 / 3 + 2 / 3) / 2),  # the later precision is higher: 2/3, not 1/2
        ([ONE, TWO, (40, 50)], [ONE], 1 / 3),
        ([ONE], [BETWEEN] * 9 + [ONE], 1 / 10),
        ([ONE], [BETWEEN] * 10 + [ONE], 0),  # behind the tenth
        ([(0, 10), (0, 10)], [(0, 10), (0, 10)], 1),  # equal truths are two
        ([(0, 10), (2, 12)], [(1, 11), (0, 10)], 1 / 2),  # equal IoU: the first in the file, which the next needed
        ([(2, 12), (0, 10)], [(1, 11), (0, 10)], 1),
        ([ONE], [(5, 5)], 0),
        ([(5, 5)], [(5, 5)], 0),
    ],
)
def test_average_precision_by_hand(truths, predicted, value):
    assert means(asked([truths]), ranking([predicted]))["mAP,IoU>=0.75"] == pytest.approx(value)


def test_an_iou_of_exactly_the_threshold_counts():
    found = means(asked([[ONE]]), ranking([[(0, 5)]]), ious=(0.5,))
    assert (found["mAP,IoU>=0.5"], found["R1,IoU>=0.5"], found["Found@1,IoU>=0.5"]) == (1, 1, 1)
    assert found["mAP,IoU>=0.5:0.95"] == pytest.approx(1 / 10)


def test_the_thresholds_are_those_that_the_published_evaluator_rounds_to():
    assert tuple(float(f"{threshold:.2f}") for threshold in np.linspace(0.5, 0.95, 10)) == AP_IOUS


def test_axiou_takes_the_closest_truth_at_each_rank():
    found = means(asked([[ONE, TWO]]), ranking([[(0, 5), (91, 100)]]), ks=(3,))
    assert found["AxIoU@3"] == pytest.approx((0.5 + 0.9 + 0.9) / 3)


def test_every_question_counts_also_one_without_predictions():
    assert means(asked([[ONE], [ONE]]), ranking([[ONE], []]))["mIoU"] == 0.5


def test_a_clip_that_covers_a_truth_is_neutral_or_a_miss():
    questions = pooled([[ONE, (0, 30), TWO]], [[ONE]])
    ranked = ranking([[(0, 30), ONE]], questions)
    assert means(questions, ranked)["R@1"] == 1
    assert means(questions, ranked, covering="miss")["R@1"] == 0


@pytest.mark.parametrize(
    ("clip", "covers"), [((5, 20), True), ((5.1, 20), False), ((-5, 5), True), ((2, 8), True), ((4, 8), False)]
)
def test_a_clip_covers_what_it_contains_half_of(clip, covers):
    assert pooled([[ONE, clip]], [[ONE]]).pool.covers.tolist() == [False, covers]


@pytest.mark.parametrize("wrong", [{"ks": (0,)}, {"ks": ()}, {"ious": (0.0,)}, {"ious": (1.5,)}, {"covering": "x"}])
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(EvaluationError):
        SegmentSettings(**wrong)


SPAN = st.tuples(st.integers(0, 20), st.integers(0, 12)).map(lambda pair: (pair[0], pair[0] + pair[1]))
CASES = st.lists(st.tuples(st.lists(SPAN, min_size=1, max_size=4), st.lists(SPAN, max_size=13)), min_size=1, max_size=4)


def iou(one, other):
    shared = max(0, min(one[1], other[1]) - max(one[0], other[0]))
    union = (one[1] - one[0]) + (other[1] - other[0]) - shared
    return shared / union if union else 0.0


def slow_taken(truths, predicted, threshold):
    """Whether each prediction finds a truth, one at a time."""
    free, hits = list(range(len(truths))), []
    for one in predicted:
        choices = sorted(free, key=lambda at: -iou(one, truths[at]))
        good = bool(choices) and iou(one, truths[choices[0]]) >= threshold and iou(one, truths[choices[0]]) > 0
        hits.append(good)
        if good:
            free.remove(choices[0])
    return hits


def slow_average_precision(truths, predicted, threshold):
    """The area under the precision that is interpolated from the right, over recall, step by step."""
    hits = slow_taken(truths, predicted[:10], threshold)
    points, right = [(0.0, 0.0)], 0
    for seen, hit in enumerate(hits, 1):
        right += hit
        points.append((right / len(truths), right / seen))
    area = 0.0
    for at in range(1, len(points)):
        step = points[at][0] - points[at - 1][0]
        area += step * max(precision for _, precision in points[at:])
    return area


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(CASES)
def test_average_precision_and_recall_are_those_of_a_plain_version(cases):
    truths, predicted = [case[0] for case in cases], [case[1] for case in cases]
    found = means(asked(truths), ranking(predicted), ks=(1, 12), ious=(0.3, 0.7))
    by_threshold = {
        threshold: np.mean([slow_average_precision(*case, threshold) for case in cases]) for threshold in AP_IOUS
    }
    assert found["mAP,IoU>=0.5"] == pytest.approx(by_threshold[0.5])
    assert found["mAP,IoU>=0.75"] == pytest.approx(by_threshold[0.75])
    assert found["mAP,IoU>=0.5:0.95"] == pytest.approx(np.mean(list(by_threshold.values())))
    for k in (1, 12):
        for threshold in (0.3, 0.7):
            shares = [sum(slow_taken(*case, threshold)[:k]) / len(case[0]) for case in cases]
            assert found[f"Found@{k},IoU>={threshold}"] == pytest.approx(np.mean(shares))


@pytest.mark.parametrize("seed", range(3))
def test_recall_by_identity_is_the_hit_rate_of_ranx_and_the_success_of_ir_measures(seed):
    rng = np.random.default_rng(seed)
    pools = [[(10 * at, 10 * at + 10) for at in range(37)] for _ in range(30)]
    truths = [[pool[at] for at in rng.choice(37, rng.integers(1, 4), replace=False)] for pool in pools]
    ranked = [[pool[at] for at in rng.permutation(37)[: rng.integers(1, 38)]] for pool in pools]
    questions = pooled(pools, truths)
    ours = means(questions, ranking(ranked, questions))
    wanted = {str(row): {str(clip): 1 for clip in own} for row, own in enumerate(truths)}
    found = {str(row): {str(clip): 1 / rank for rank, clip in enumerate(own, 1)} for row, own in enumerate(ranked)}
    for k in (1, 3, 5, 10):
        assert ours[f"R@{k}"] == pytest.approx(evaluate(Qrels(wanted), Run(found), f"hit_rate@{k}"))
        success = ir_measures.calc_aggregate([ir_measures.Success @ k], wanted, found)
        assert ours[f"R@{k}"] == pytest.approx(next(iter(success.values())))
