"""The worked tables of docs/uncertainty.md are what the code computes."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from evaluation.metrics.columns import Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.raw_scores import RawScores
from evaluation.stability.boundaries import mean_iou, variance_of_iou, with_noisy_boundaries
from evaluation.stability.raters import drawn_relevances
from evaluation.stability.subsets import queries_needed
from evaluation.stability.tau import order_signs, tau_b
from tests.evaluation.page_tables import rows_of


def table(name):
    return rows_of(name, "uncertainty.md")


def numbers(cell: str) -> np.ndarray:
    return np.array([float(word) for word in cell.split(",")])


@pytest.mark.parametrize(("means", "alike", "reversed_", "untied", "tau"), table("tau"))
def test_tau_b_of_the_page_comes_out(means, alike, reversed_, untied, tau):
    reference = np.array([4.0, 3.0, 2.0, 1.0])
    wanted, found = order_signs(reference), order_signs(numbers(means))
    assert [(wanted * found == 1).sum(), (wanted * found == -1).sum(), (found != 0).sum()] == [
        int(alike), int(reversed_), int(untied)]  # fmt: skip
    value = tau_b(reference, numbers(means))[0]
    assert ("–" if math.isnan(value) else f"{value:.4f}") == tau


@pytest.mark.parametrize(("differences", "mean", "spread", "needed"), table("needed"))
def test_the_queries_needed_come_out(differences, mean, spread, needed):
    values = numbers(differences)
    assert (f"{values.mean():.4f}", f"{values.std(ddof=1):.4f}") == (mean, spread)
    queries = queries_needed(values)
    assert ("never" if math.isinf(queries) else str(math.ceil(queries))) == needed


class Drawing:
    """A generator that draws the raters of the page."""

    def __init__(self, times: list[int]) -> None:
        others = len(times) * 2
        drawn = [rater for rater, count in enumerate(times) for _ in range(count)]
        self.drawn = np.array([*drawn, *[len(times)] * (others - len(drawn))])

    def integers(self, raters: int, size: int) -> np.ndarray:
        assert raters == size == len(self.drawn)
        return self.drawn


@pytest.mark.parametrize(("scores", "drawn", "they_are", "keep", "drop"), table("raters"))
def test_the_labels_of_drawn_raters_come_out(monkeypatch, scores, drawn, they_are, keep, drop):
    given, times = [int(word) for word in scores.split(",")], [int(word) for word in drawn.split(",")]
    multiset = sorted(score for score, count in zip(given, times, strict=True) for _ in range(count))
    assert (" ".join(map(str, multiset)) or "–") == they_are
    count = len(given)
    names = [f"rater {number}" for number in range(2 * count)]
    raw = RawScores(
        Path("raw.csv"), ["1"], names, np.zeros(count, dtype=np.int64), np.arange(count), np.array(given), []
    )
    monkeypatch.setattr(np.random, "default_rng", lambda seed: Drawing(times))
    for undrawn, expected in (("keep", keep), ("drop", drop)):
        options = {"tolerance": 1, "undrawn": undrawn, "resamples": 1, "seed": 0}
        (relevance,) = drawn_relevances(raw, np.array([3]), **options)
        assert ("–" if relevance[0] < 0 else str(relevance[0])) == expected


class Marking:
    """A generator that marks boundaries as on the page: starts first, then ends or lengths."""

    def __init__(self, starts: np.ndarray, others: np.ndarray) -> None:
        self.drawn = iter((starts[:, None], others[:, None]))

    def normal(self, mean, spread, size):
        return next(self.drawn)

    def exponential(self, mean, size):
        return next(self.drawn)


def moments(*, start_s: float, end_s: float, number: int = 1) -> Truths:
    zero = np.zeros(number, dtype=np.int64)
    return Truths(zero, zero, np.full(number, start_s), np.full(number, end_s), zero)


@pytest.mark.parametrize(("noise", "starts", "others", "becomes"), table("boundaries"))
def test_the_medians_of_markings_come_out(noise, starts, others, becomes):
    truths, rng = moments(start_s=10.0, end_s=19.0), Marking(numbers(starts), numbers(others))
    noisy = with_noisy_boundaries(truths, variance=1.0, noise=noise, rng=rng)
    expected = [float(word) for word in re.findall(r"-?[\d.]+", becomes)]
    assert [noisy.start_s[0], noisy.end_s[0]] == pytest.approx(expected)


@pytest.mark.parametrize(("beta2", "printed", "normal", "exponential"), table("published noise"))
def test_normal_noise_comes_close_to_what_was_published_and_exponential_does_not(beta2, printed, normal, exponential):
    truths = moments(start_s=50.0, end_s=58.2, number=20_000)
    for noise, on_page in (("normal", normal), ("exponential", exponential)):
        rng = np.random.default_rng(1)
        found = mean_iou(truths, with_noisy_boundaries(truths, variance=float(beta2), noise=noise, rng=rng))
        assert found == pytest.approx(float(on_page), abs=0.003)
        assert (abs(found - float(printed)) < 0.02) == (noise == "normal")


@pytest.mark.parametrize("wanted", [0.725, 0.641])
def test_a_wanted_iou_chooses_the_variance(wanted):
    truths = moments(start_s=50.0, end_s=58.2, number=2_000)
    variance = variance_of_iou(truths, wanted=wanted, noise="normal", seed=3)
    rng = np.random.default_rng(4)  # other draws than those that the variance was found on
    noisy = with_noisy_boundaries(truths, variance=variance, noise="normal", rng=rng)
    assert mean_iou(truths, noisy) == pytest.approx(wanted, abs=0.01)


def test_an_iou_that_no_variance_gives_is_refused_with_what_can_be_reached():
    truths = moments(start_s=50.0, end_s=58.2, number=500)
    with pytest.raises(EvaluationError, match=r"noise-iou: 0.9 is out of reach; exponential noise gives 0.\d+ to 0.6"):
        variance_of_iou(truths, wanted=0.9, noise="exponential", seed=0)
