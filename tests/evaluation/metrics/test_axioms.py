"""The axioms of the AxIoU paper: what docs/measures.md says of each measure holds, or has a counterexample."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st

from evaluation.metrics.average_precision import average_precision
from evaluation.metrics.axiou import axiou
from evaluation.metrics.columns import Predictions, Truths
from evaluation.metrics.ncxiou import ncxiou
from evaluation.metrics.ndcg import NDCG
from evaluation.metrics.recall import recall
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions
from tests.evaluation.page_tables import rows_of

# IoU in sixteenths, so that sums are exact and a rise cannot drown in rounding.
IOU = st.integers(0, 16).map(lambda sixteenths: sixteenths / 16)
SHARES = (0.5, 0.25, 0.125, 0.125)
K, THETA = 4, 0.5
Ranking = list[tuple[str, float]]


def ious(ranking: Ranking) -> np.ndarray:
    return np.array([iou for _, iou in ranking])


def dcg(ranking: Ranking) -> float:
    return float((ious(ranking) / np.log2(np.arange(2, len(ranking) + 2))).sum())


def ndcg(ranking: Ranking) -> float:
    """Of predictions that each overlap one of the truths A and B, which have grade 4 and 16 s in a video each."""
    size = len(ranking)
    zeros, videos = np.zeros(size, dtype=np.int64), np.array(["AB".index(truth) for truth, _ in ranking])
    predictions = Predictions(zeros, np.arange(size), videos, np.zeros(size), 16 * ious(ranking))
    two = np.arange(2)
    truths = Truths(two * 0, two, two * 0.0, two * 0.0 + 16, two * 0 + 4)
    settings = Settings(ks=(size,), ious=(THETA,))
    return float(score_predictions(predictions, truths, 1, settings, [NDCG]).values[0, 0])


MEASURES = {
    "AxIoU@K": lambda ranking: axiou(ious(ranking), k=len(ranking)),
    "NCxIoU": lambda ranking: ncxiou(ious(ranking), abandonment=SHARES),
    "R@K,θ": lambda ranking: recall(ious(ranking), k=len(ranking), threshold=THETA),
    "AP@K,θ": lambda ranking: average_precision(ious(ranking), k=len(ranking), threshold=THETA),
    "DCG@K": dcg,
    "NDCG@K,IoU≥μ": ndcg,
}
SAID = {name: {"INV-k": invariant, "MON-k": monotone} for name, invariant, monotone, _ in rows_of("axioms")}


@st.composite
def rankings(draw, truths="AB"):
    return draw(st.lists(st.tuples(st.sampled_from(truths), IOU), min_size=K, max_size=K))


@st.composite
def redundant_exchanges(draw, truths="AB"):
    """Two rankings that differ at one rank behind the first, neither better there than the best before."""
    ranking, k = draw(rankings(truths)), draw(st.integers(1, K - 1))
    best = max(iou for _, iou in ranking[:k])
    moment = st.tuples(st.sampled_from(truths), IOU.filter(lambda iou: iou <= best))
    return tuple([*ranking[:k], draw(moment), *ranking[k + 1 :]] for _ in range(2))


@st.composite
def improvements(draw, truths="AB"):
    """A ranking, and the same with more IoU at one rank than any moment up to there."""
    ranking, k = draw(rankings(truths)), draw(st.integers(0, K - 1))
    best = max(iou for _, iou in ranking[: k + 1])
    assume(best < 1)
    better = draw(st.sampled_from(truths)), draw(IOU.filter(lambda iou: iou > best))
    return ranking, [*ranking[:k], better, *ranking[k + 1 :]]


CHANGES = {"INV-k": redundant_exchanges, "MON-k": improvements}


def keeps(name: str, axiom: str, pair: tuple[Ranking, Ranking]) -> bool:
    before, after = (MEASURES[name](ranking) for ranking in pair)
    return bool(before == after if axiom == "INV-k" else after > before)


def those_said_to(verdict: str) -> list[tuple[str, str]]:
    return [(name, axiom) for name, said in SAID.items() for axiom in said if said[axiom] == verdict]


def test_the_page_says_of_every_axiom_whether_it_holds():
    assert set(SAID) == set(MEASURES)
    assert {verdict for said in SAID.values() for verdict in said.values()} == {"holds", "fails"}


@pytest.mark.parametrize(("name", "axiom"), those_said_to("holds"))
def test_a_measure_said_to_keep_an_axiom_keeps_it(name, axiom):
    @given(CHANGES[axiom]())
    def holds(pair):
        assert keeps(name, axiom, pair)

    holds()


@pytest.mark.parametrize(("name", "axiom"), those_said_to("fails"))
def test_a_measure_said_to_break_an_axiom_breaks_it_where_axiou_does_not(name, axiom):
    """The first that is found will do: to make it simpler took most of the time of this file."""
    any_will_do = settings(phases=[Phase.generate], max_examples=2000)
    pair = find(CHANGES[axiom](), lambda pair: not keeps(name, axiom, pair), settings=any_will_do)
    assert keeps("AxIoU@K", axiom, pair)


def ranking_of(cell: str) -> Ranking:
    return [(truth, float(iou)) for truth, iou in (word.split() for word in cell.split(", "))]


@pytest.mark.parametrize(("name", "axiom", "first", "second", "before", "after"), rows_of("counterexamples"))
def test_a_counterexample_of_the_page_is_one(name, axiom, first, second, before, after):
    measure = name.replace("@2", "@K").replace("θ=0.5", "θ").replace("≥0.5", "≥μ")
    pair = ranking_of(first), ranking_of(second)
    assert [f"{float(MEASURES[measure](ranking)):.4f}" for ranking in pair] == [before, after]
    assert not keeps(measure, axiom, pair)
    assert SAID[measure][axiom] == "fails"


def test_every_broken_axiom_has_a_counterexample_on_the_page():
    given_for = {(row[0].split("@")[0], row[1]) for row in rows_of("counterexamples")}
    assert given_for == {(name.split("@")[0], axiom) for name, axiom in those_said_to("fails")}


@given(redundant_exchanges(truths="A"))
def test_with_a_single_truth_ndcg_does_not_change_with_a_redundant_moment(pair):
    assert keeps("NDCG@K,IoU≥μ", "INV-k", pair)


@given(rankings(), IOU)
def test_a_better_moment_behind_rank_k_changes_nothing(ranking, iou):
    longer = np.array([*ious(ranking), iou])
    assert axiou(longer, k=K) == axiou(ious(ranking), k=K)


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
