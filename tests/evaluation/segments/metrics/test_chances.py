"""What chance reaches: closed forms and simulation against every order of a small pool."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from evaluation.segments.metrics.settings import SegmentSettings
from evaluation.segments.scoring.chance import chance_of, random_rankings
from evaluation.segments.scoring.scores import task_masks, wanted_columns
from tests.evaluation.segments.worlds import asked, means, pooled, ranking

CLIPS = [(0, 10), (2, 11), (20, 27), (27, 40), (60, 70), (0, 100)]
TRUTHS = [(0, 10), (27, 40)]
SETTINGS = SegmentSettings(ks=(1, 2, 4, 9), ious=(0.3, 0.5))


def expected(questions, settings=SETTINGS, draws=0, seed=0):
    wanted = wanted_columns(settings, clips=True)
    chance = chance_of(questions, settings, wanted, draws=draws, seed=seed)
    names = [column.name for _, column in wanted]
    return dict(zip(names, chance.overall, strict=True)), dict(zip(names, chance.overall_errors, strict=True))


def of_every_order(covering):
    """The mean over all 720 orders, each a question of its own."""
    orders = list(permutations(CLIPS))
    questions = pooled([CLIPS] * len(orders), [TRUTHS] * len(orders))
    pool_size, clips = len(CLIPS), {clip: at for at, clip in enumerate(CLIPS)}
    rankings = ranking(orders)
    row = rankings.predictions.row
    places = np.array([clips[one] for order in orders for one in order]) + row * pool_size
    return means(
        questions, type(rankings)(rankings.predictions, places), ks=SETTINGS.ks, ious=SETTINGS.ious, covering=covering
    )


@pytest.mark.parametrize("covering", ["neutral", "miss"])
def test_closed_forms_are_the_mean_over_every_order(covering):
    settings = SegmentSettings(SETTINGS.ks, SETTINGS.ious, covering)
    chance, errors = expected(pooled([CLIPS], [TRUTHS]), settings)
    exact = {name: value for name, value in chance.items() if not np.isnan(value)}
    every = of_every_order(covering)
    assert exact == pytest.approx({name: every[name] for name in exact})
    assert {name.partition("@")[0].partition(",")[0] for name in set(chance) - set(exact)} == {"mAP", "Found"}
    assert set(errors.values()) == {0.0}


def test_simulated_values_are_within_their_error_of_the_mean_over_every_order():
    chance, errors = expected(pooled([CLIPS] * 40, [TRUTHS] * 40), draws=50, seed=3)
    every = of_every_order("neutral")
    simulated = {name for name, error in errors.items() if error > 0}
    assert {"mAP,IoU>=0.5", "mAP,IoU>=0.5:0.95", "Found@2,IoU>=0.5"} < simulated
    assert all(abs(chance[name] - every[name]) < 4 * errors[name] for name in simulated)


def test_one_truth_among_37_clips_is_hit_by_chance_as_the_paper_says():
    pool = [(10 * at, 10 * at + 10) for at in range(37)]
    chance, _ = expected(pooled([pool], [pool[:1]]), SegmentSettings())
    assert chance["R@1"] == pytest.approx(0.027, abs=1e-4)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_pool_smaller_than_the_ranks_is_ranked_whole(size):
    chance, _ = expected(pooled([CLIPS[:size]], [[CLIPS[0]]]))
    assert (chance["R@4"], chance["R@9"]) == (1, 1)
    assert chance["AxIoU@1"] <= chance["AxIoU@9"] <= 1


def test_pools_of_different_sizes_are_averaged_by_task_and_then_overall():
    questions = pooled([CLIPS[:1], CLIPS[2:5], CLIPS[2:4]], [CLIPS[:1], CLIPS[2:3], CLIPS[2:3]], ["MS", "CA", "CA"])
    chance, _ = expected(questions)
    assert chance["R@1"] == pytest.approx((1 + (1 / 3 + 1 / 2) / 2) / 2)


def test_the_same_seed_gives_the_same_simulation():
    questions = pooled([CLIPS], [TRUTHS])
    assert expected(questions, draws=5, seed=1) == expected(questions, draws=5, seed=1)
    assert expected(questions, draws=5, seed=1) != expected(questions, draws=5, seed=2)


def test_a_random_ranking_holds_every_clip_of_its_own_pool_once():
    questions = pooled([CLIPS, CLIPS[:2]], [TRUTHS, TRUTHS[:1]])
    found = random_rankings(questions, 10, np.random.default_rng(1))
    assert found.predictions.row.tolist() == [0] * 6 + [1] * 2
    assert (sorted(found.clip[:6]), sorted(found.clip[6:])) == ([*range(6)], [6, 7])


def test_without_a_pool_segments_are_drawn_from_the_video():
    questions = asked([[(0, 50)]] * 20, duration_s=50.0)
    found = random_rankings(questions, 1000, np.random.default_rng(1)).predictions
    assert (found.start_s <= found.end_s).all()
    assert (found.start_s.min() >= 0, found.end_s.max() <= 50) == (True, True)
    wanted = wanted_columns(SegmentSettings(), clips=False)
    chance = chance_of(questions, SegmentSettings(), wanted, draws=100, seed=1)
    at = [column.name for _, column in wanted].index("mIoU")
    assert chance.overall[at] == pytest.approx(1 / 3, abs=4 * chance.overall_errors[at])  # the mean of |x − y|
    assert list(task_masks(questions)) == ["MS"]


def test_without_draws_what_has_to_be_drawn_is_not_known():
    chance, _ = expected(pooled([CLIPS], [TRUTHS]))
    assert np.isnan(chance["mAP,IoU>=0.5"])
