"""A cohort's exam, played in memory."""

from dataclasses import replace

import numpy as np
import pytest

from consensus.simulation.model import published_model
from consensus.simulation.noise import NoiseModel
from tests.annotator.statistics.page import rows_of, shown
from tests.consensus.simulation.played_exam import answer_again, play_exam

MODEL = published_model()
SEEDS = range(6)


@pytest.fixture(scope="module")
def cohorts():
    return {seed: play_exam(MODEL, seed=seed) for seed in SEEDS}


@pytest.fixture(scope="module")
def figures(cohorts):
    return {seed: cohort.figures() for seed, cohort in cohorts.items()}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cohort_of_23_misses_the_truth_about_as_often_as_the_published_one(figures, seed):
    assert figures[seed].first.people == 23
    assert 0.08 <= figures[seed].misalignment.value <= 0.16


@pytest.mark.parametrize("seed", SEEDS)
def test_its_mean_final_kappa_is_about_the_published_one(figures, seed):
    assert 0.40 <= figures[seed].final.with_truth.unweighted.value <= 0.60


def test_the_figures_by_seed_are_as_the_page_on_exams_says(figures):
    expected = [[str(seed), *shown(one.misalignment.value, one.final.with_truth.unweighted.value)]
            for seed, one in figures.items()]  # fmt: skip
    assert rows_of("seeds", "exam.md") == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_scoring_misses_again_raises_every_agreement(figures, seed):
    first, final = figures[seed].first, figures[seed].final
    for raised, was in ((final.with_truth, first.with_truth), (final.pairwise, first.pairwise)):
        assert raised.unweighted.value > was.unweighted.value
        assert raised.quadratic.value > was.quadratic.value


def test_everybody_ends_within_the_tolerance_and_only_misses_are_answered_again(cohorts):
    played = cohorts[0]
    assert (played.first.shape, played.truth.shape) == ((23, 100), (100,))
    missed = np.abs(played.first - played.truth) > 1
    assert np.abs(played.final - played.truth).max() == 1
    assert (played.final[~missed] == played.first[~missed]).all()
    assert (played.final[missed] != played.first[missed]).all()


def test_the_truth_is_the_median_of_the_first_answers_a_half_rounded_up(cohorts):
    assert (cohorts[1].truth == np.median(cohorts[1].first, axis=0)).all()
    even = play_exam(MODEL, seed=1, people=4, queries=2, depth=5)
    assert (even.truth == np.floor(np.median(even.first, axis=0) + 0.5)).all()


def test_a_seed_plays_one_cohort(cohorts):
    again, other = play_exam(MODEL, seed=2), cohorts[3]
    assert (again.first == cohorts[2].first).all()
    assert (again.final == cohorts[2].final).all()
    assert (again.first != other.first).any()


def test_people_without_noise_agree_on_everything():
    exact = replace(MODEL, noise=NoiseModel(0, 0, 0))
    figures = play_exam(exact, seed=0, people=3).figures()
    assert (figures.misalignment.value, figures.final.pairwise.unweighted.value) == (0, 1)


def test_who_is_told_the_truth_gets_past_it_however_narrow_the_tolerance():
    rng = np.random.default_rng(1)
    assert {answer_again(rng, MODEL.noise, 3, 0) for _ in range(50)} == {3}
    assert {answer_again(rng, MODEL.noise, 0, 1) for _ in range(50)} == {0, 1}
