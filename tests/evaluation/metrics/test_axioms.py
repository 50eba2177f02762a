"""The axioms of the AxIoU paper: the right measures pass them, the wrong ones fail."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, find, given
from hypothesis import strategies as st

from evaluation.metrics.average_precision import average_precision
from evaluation.metrics.axiou import axiou
from evaluation.metrics.ncxiou import ncxiou
from evaluation.metrics.recall import recall

# IoU in sixteenths, so that sums are exact and a rise cannot drown in rounding.
IOU = st.integers(0, 16).map(lambda sixteenths: sixteenths / 16)
SHARES = (0.5, 0.25, 0.125, 0.125)
K = 4
MEASURES = {
    "AxIoU": lambda r: axiou(np.array(r), k=K),
    "NCxIoU": lambda r: ncxiou(np.array(r), abandonment=SHARES),
    "R": lambda r: recall(np.array(r), k=K, threshold=0.5),
    "AP": lambda r: average_precision(np.array(r), k=K, threshold=0.5),
}


@st.composite
def redundant_exchanges(draw):
    """Two lists that differ at one rank behind the first, neither better there than the best before."""
    r = draw(st.lists(IOU, min_size=K, max_size=K))
    k = draw(st.integers(1, K - 1))
    best = max(r[:k])
    one, other = draw(IOU.filter(lambda v: v <= best)), draw(IOU.filter(lambda v: v <= best))
    return [*r[:k], one, *r[k + 1 :]], [*r[:k], other, *r[k + 1 :]]


@st.composite
def improvements(draw):
    """A list, and the same with more IoU at one rank than any moment up to there."""
    r = draw(st.lists(IOU, min_size=K, max_size=K))
    k = draw(st.integers(0, K - 1))
    best = max(r[: k + 1])
    assume(best < 1)
    return r, [*r[:k], draw(IOU.filter(lambda v: v > best)), *r[k + 1 :]]


@given(redundant_exchanges())
def test_axiou_ncxiou_and_recall_do_not_change_with_a_redundant_moment(lists):
    before, after = lists
    for name in ("AxIoU", "NCxIoU", "R"):
        assert MEASURES[name](before) == MEASURES[name](after)


@given(improvements())
def test_axiou_and_ncxiou_rise_with_a_better_best_moment(lists):
    before, after = lists
    for name in ("AxIoU", "NCxIoU"):
        assert MEASURES[name](after) > MEASURES[name](before)


def test_average_precision_changes_with_a_redundant_moment():
    before, after = find(redundant_exchanges(), lambda pair: MEASURES["AP"](pair[0]) != MEASURES["AP"](pair[1]))
    assert MEASURES["AxIoU"](before) == MEASURES["AxIoU"](after)


def test_recall_and_average_precision_overlook_a_better_best_moment():
    for name in ("R", "AP"):
        before, after = find(improvements(), lambda pair, name=name: MEASURES[name](pair[1]) <= MEASURES[name](pair[0]))
        assert MEASURES["AxIoU"](after) > MEASURES["AxIoU"](before)


def test_axiou_is_ncxiou_with_equal_shares():
    r = np.array([[0.25, 0.5, 0.0, 1.0]])
    assert axiou(r, k=4) == ncxiou(r, abandonment=[0.25] * 4)


@pytest.mark.parametrize("seed", range(5))
def test_ncxiou_is_what_its_definition_says_by_hand(seed):
    draw = random.Random(seed)
    lists = [[draw.choice([0, draw.random()]) for _ in range(7)] for _ in range(4)]
    weights = [draw.random() for _ in range(5)]
    shares = [weight / sum(weights) for weight in weights]
    by_hand = []
    for r in lists:
        expected = 0.0
        for stop, share in enumerate(shares, start=1):
            best = 0.0
            for seen in r[:stop]:
                best = seen if seen > best else best
            expected += share * best
        by_hand.append(expected)
    assert ncxiou(np.array(lists), abandonment=shares) == pytest.approx(by_hand, abs=1e-12)


def test_ncxiou_with_a_share_of_zero_overlooks_that_rank():
    assert ncxiou(np.array([0.5, 0.6]), abandonment=[1, 0]) == ncxiou(np.array([0.5, 0.9]), abandonment=[1, 0])
