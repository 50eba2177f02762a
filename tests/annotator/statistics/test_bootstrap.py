"""Intervals: seeded, over counts, and defined where resamples degenerate."""

import numpy as np
import pytest

from annotator.statistics import bootstrap
from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.confusion import confusion_table
from annotator.statistics.differences import within_tolerance
from annotator.statistics.kappa import Weighting, cohen_kappa
from tests.annotator.statistics.tables import COHEN, MAMMOGRAMS, POINT_ONLY, observed, table


def test_the_same_seed_gives_the_same_interval() -> None:
    first, second = (cohen_kappa(table(*COHEN), resampling=Resampling(500, seed=7)) for _ in range(2))
    assert first == second


def test_another_seed_gives_another_interval_around_the_same_value() -> None:
    first, second = (cohen_kappa(table(*COHEN), resampling=Resampling(500, seed=seed)) for seed in (7, 8))
    assert first.value == second.value
    assert (first.low, first.high) != (second.low, second.high)


def test_how_many_are_drawn_at_once_does_not_change_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = krippendorff_alpha(observed(), MeasurementLevel.ORDINAL)
    monkeypatch.setattr(bootstrap, "AT_ONCE", 7)
    assert krippendorff_alpha(observed(), MeasurementLevel.ORDINAL) == whole


def test_no_resamples_give_the_value_alone() -> None:
    found = within_tolerance(table(*COHEN), 0, resampling=POINT_ONLY)
    assert (found.value, found.low, found.high, found.reason) == (pytest.approx(0.7), None, None, "")


def test_drawing_counts_is_drawing_units() -> None:
    counts = np.array(MAMMOGRAMS)
    reference, given = (np.repeat(places.ravel(), counts.ravel()) for places in np.indices(counts.shape))
    random = np.random.default_rng(1)
    drawn = [random.integers(0, len(given), len(given)) for _ in range(2000)]
    one_by_one = [
        cohen_kappa(confusion_table(given[units], reference[units]), Weighting.LINEAR, resampling=POINT_ONLY).value
        for units in drawn
    ]
    low, high = np.quantile(np.array(one_by_one, dtype=float), [0.025, 0.975])
    found = cohen_kappa(table(*MAMMOGRAMS), Weighting.LINEAR, resampling=Resampling(4000))
    assert (found.low, found.high) == (pytest.approx(low, abs=0.02), pytest.approx(high, abs=0.02))


def test_the_interval_of_a_share_has_the_width_of_theory() -> None:
    found = within_tolerance(table((320, 80), (0, 0)), 0, resampling=Resampling(5000))
    assert (found.low, found.high) == (pytest.approx(0.761, abs=0.005), pytest.approx(0.839, abs=0.005))


def test_95_of_100_intervals_hold_the_true_kappa() -> None:
    truth = np.array([0.25, 0.05, 0.05, 0.05, 0.25, 0.05, 0.0, 0.1, 0.2])
    true_kappa = cohen_kappa(table(*(truth * 100).astype(int).reshape(3, 3).tolist()), resampling=POINT_ONLY).value
    samples = np.random.default_rng(5).multinomial(200, truth, size=300)
    found = [cohen_kappa(table(*sample.reshape(3, 3).tolist()), resampling=Resampling(300)) for sample in samples]
    holding = sum((each.low or 0) <= (true_kappa or 0) <= (each.high or 0) for each in found)
    assert 0.91 <= holding / 300 <= 0.98


def test_a_few_degenerate_resamples_are_left_out() -> None:
    found = cohen_kappa(confusion_table([2] * 6 + [3, 3, 1, 1], [2] * 6 + [3, 3, 1, 2]))
    assert found.reason == ""
    assert (found.low or 0) < (found.value or 0) <= (found.high or 0)


def test_many_degenerate_resamples_leave_the_value_without_interval() -> None:
    found = cohen_kappa(confusion_table([2] * 9 + [3], [2] * 9 + [3]))
    assert (found.value, found.low, found.high) == (1.0, None, None)
    assert found.reason.startswith("no interval: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"resamples": -1}, "resamples must not be negative, got -1"),
        ({"confidence": 1.0}, "confidence must lie between 0 and 1, got 1.0"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Resampling(**arguments)
