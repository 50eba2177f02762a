"""The measures against implementations that share no code with them: one written here plainly, ir_measures and ranx.

All agree to 1e-9 on runs that no other test has seen.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import ir_measures
import numpy as np
import pytest
from ranx import Qrels, Run, evaluate

from evaluation.metrics.columns import Predictions, Truths
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import Labels
from evaluation.scoring.scores import score_predictions

KS, IOUS, SHARES = (1, 3, 10), (0.3, 0.5), (0.4, 0.3, 0.2, 0.1)
SETTINGS = Settings(ks=KS, ious=IOUS, abandonment=SHARES)
QUERIES, A_QUERY, PREDICTED, VIDEOS = 12, 6, 14, 4


def drawn(seed: int) -> tuple[Predictions, Truths]:
    """Predictions near the truths and far from them, times in whole seconds, so that IoUs are often equal."""
    rng = np.random.default_rng(seed)
    row = np.repeat(np.arange(QUERIES), A_QUERY)
    start = rng.integers(0, 20, len(row)).astype(float)
    length = rng.integers(1, 10, len(row))
    truths = Truths(row, rng.integers(VIDEOS, size=len(row)), start, start + length, rng.integers(5, size=len(row)))
    asked = np.repeat(np.arange(QUERIES), PREDICTED)
    begin = rng.integers(0, 22, len(asked)).astype(float)
    end = begin + rng.integers(1, 10, len(asked))
    rank = np.tile(np.arange(PREDICTED), QUERIES)
    return Predictions(asked, rank, rng.integers(-1, VIDEOS, size=len(asked)), begin, end), truths


def iou_of(one: tuple[float, float], other: tuple[float, float]) -> Fraction:
    """Exactly, by counting what both stretches have and what either has."""
    (start, end), (begin, stop) = [tuple(map(Fraction, stretch)) for stretch in (one, other)]
    shared = max(Fraction(0), min(end, stop) - max(start, begin))
    return shared / (max(end, stop) - min(start, begin)) if shared else Fraction(0)


class PlainQuery:
    """One query by the definitions of docs/measures.md; IoUs are exact fractions, and compared as doubles."""

    def __init__(self, predictions: Predictions, truths: Truths, query: int) -> None:
        self.truths = [at for at in range(len(truths.row)) if truths.row[at] == query]
        self.grades = {at: int(truths.relevance[at]) for at in self.truths}
        self.ious = []
        for place in range(len(predictions.row)):
            if predictions.row[place] != query:
                continue
            stretch = predictions.start_s[place], predictions.end_s[place]
            self.ious.append({
                at: iou_of(stretch, (truths.start_s[at], truths.end_s[at]))
                for at in self.truths if truths.video[at] == predictions.video[place]
            })  # fmt: skip

    def r(self, rank: int) -> Fraction:
        relevant = [iou for at, iou in self.ious[rank - 1].items() if self.grades[at] >= 1]
        return max(relevant, default=Fraction(0))

    def recall(self, k: int, theta: float) -> float:
        return float(any(float(self.r(rank)) > theta for rank in range(1, k + 1)))

    def precision(self, rank: int, theta: float) -> Fraction:
        return Fraction(sum(float(self.r(one)) > theta for one in range(1, rank + 1)), rank)

    def average_precision(self, k: int, theta: float) -> float:
        return float(sum(self.precision(rank, theta) for rank in range(1, k + 1)) / k)

    def best(self, rank: int) -> Fraction:
        return max(self.r(one) for one in range(1, rank + 1))

    def axiou(self, k: int) -> float:
        return float(sum(self.best(rank) for rank in range(1, k + 1)) / k)

    def ncxiou(self) -> float:
        return float(sum(Fraction(share) * self.best(rank) for rank, share in enumerate(SHARES, start=1)))

    def ndcg(self, k: int, mu: float) -> float:
        free, found = set(self.truths), 0.0
        for rank, ious in enumerate(self.ious[:k], start=1):
            good = [at for at in free & set(ious) if float(ious[at]) >= mu]
            if good:
                taken = min(good, key=lambda at: (-ious[at], -self.grades[at], at))
                free.remove(taken)
                found += (2 ** self.grades[taken] - 1) / math.log2(rank + 1)
        perfect = sorted(self.grades.values(), reverse=True)[:k]
        most = sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(perfect, start=1))
        return found / most if most else 0.0


@pytest.mark.parametrize("seed", range(101, 106))
def test_every_measure_is_what_a_plain_implementation_gives(seed):
    predictions, truths = drawn(seed)
    scores = score_predictions(predictions, truths, QUERIES, SETTINGS)
    values = dict(zip(scores.names, scores.values.T, strict=True))
    for query in range(QUERIES):
        plain = PlainQuery(predictions, truths, query)
        expected = {"NCxIoU": plain.ncxiou(), **{f"AxIoU@{k}": plain.axiou(k) for k in KS}}
        for k in KS:
            for theta in IOUS:
                expected[f"R@{k},IoU>{theta}"] = plain.recall(k, theta)
                expected[f"AP@{k},IoU>{theta}"] = plain.average_precision(k, theta)
                expected[f"NDCG@{k},IoU>={theta}"] = plain.ndcg(k, theta)
        found = {name: values[name][query] for name in expected}
        assert found == pytest.approx(expected, abs=1e-9)


def exact_matches(seed: int) -> tuple[Labels, Predictions]:
    """Predictions that are truths themselves or lie elsewhere, so that r is 1 or 0 and other tools can judge them."""
    rng = np.random.default_rng(seed)
    row = np.repeat(np.arange(QUERIES), PREDICTED)
    number = len(row)
    start = np.arange(number, dtype=float)
    known = rng.random(number) < 0.5
    relevance = rng.integers(5, size=number)
    truths = Truths(row, np.zeros(number, dtype=np.int64), start, start + 1, relevance).chosen(known)
    order = np.lexsort((rng.random(number), row))
    rank = np.tile(np.arange(PREDICTED), QUERIES)
    predictions = Predictions(row, rank, np.zeros(number, dtype=np.int64), start[order], start[order] + 1)
    return Labels(Path("val"), [str(query) for query in range(QUERIES)], ["a"], truths, None), predictions


def as_documents(labels: Labels, predictions: Predictions) -> tuple[dict, dict]:
    """Qrels and run for other tools: a document is the second at which a moment begins."""
    truths = labels.truths
    qrels: dict = {str(query): {} for query in range(QUERIES)}
    for at in range(len(truths.row)):
        qrels[str(truths.row[at])][f"d{truths.start_s[at]:.0f}"] = int(truths.relevance[at])
    run: dict = {}
    for at in range(len(predictions.row)):
        place = run.setdefault(str(predictions.row[at]), {})
        place[f"d{predictions.start_s[at]:.0f}"] = float(PREDICTED - predictions.rank[at])
    return qrels, run


@pytest.mark.parametrize("seed", range(201, 204))
def test_on_exact_matches_ir_measures_and_ranx_give_the_same(seed):
    """R is success, AP the mean of precisions, AxIoU that of successes, NCxIoU their weighted sum.

    ir_measures rounds nDCG with the gain 2^rel − 1 to five digits a query, so the gain is linear there.
    """
    labels, predictions = exact_matches(seed)
    means, linear = (
        score_predictions(predictions, labels.truths, QUERIES, settings).means()
        for settings in (SETTINGS, replace(SETTINGS, gain="linear"))
    )
    qrels, run = as_documents(labels, predictions)
    ranks = range(1, max(KS) + 1)
    asked = [measure @ k for k in ranks for measure in (ir_measures.Success, ir_measures.P)]
    gains = [ir_measures.nDCG @ k for k in KS]
    by_ir = ir_measures.calc_aggregate([*asked, *gains], qrels, run)
    names = [f"{name}@{k}" for k in ranks for name in ("hit_rate", "precision")] + [f"ndcg_burges@{k}" for k in KS]
    by_ranx = evaluate(Qrels(qrels), Run(run), names)
    others = {
        "ir_measures": (lambda k: by_ir[ir_measures.Success @ k], lambda k: by_ir[ir_measures.P @ k],
                        lambda k: by_ir[ir_measures.nDCG @ k]),
        "ranx": (lambda k: by_ranx[f"hit_rate@{k}"], lambda k: by_ranx[f"precision@{k}"],
                 lambda k: by_ranx[f"ndcg_burges@{k}"]),
    }  # fmt: skip
    for tool, (success, precision, gain) in others.items():
        ours = linear if tool == "ir_measures" else means
        expected = {"NCxIoU": sum(share * success(rank) for rank, share in enumerate(SHARES, start=1))}
        for k in KS:
            expected[f"AxIoU@{k}"] = sum(success(rank) for rank in range(1, k + 1)) / k
            expected[f"NDCG@{k},IoU>=0.5"] = gain(k)
            expected[f"R@{k},IoU>0.5"] = success(k)
            expected[f"AP@{k},IoU>0.5"] = sum(precision(rank) for rank in range(1, k + 1)) / k
        assert {name: ours[name] for name in expected} == pytest.approx(expected, abs=1e-9)
