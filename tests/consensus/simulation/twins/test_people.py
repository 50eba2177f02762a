"""Synthetic judges, writers and checkers."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from annotator.twins.answers import CheckResult, Criterion, JudgementAnswer, Unreal
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.simulation.twins.templates import silent_captions, telling_captions
from moments.demo.scenes import Figure, Scene, demo_moments, demo_videos

NO = JudgementAnswer(temporal=False)
TWINS = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.NEITHER)
SINGLE = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.BACKWARD)
SCENES = demo_moments(demo_videos())[0].scenes
DRAWS = 4000


@pytest.mark.parametrize("truth", [NO, TWINS, SINGLE])
def test_a_judge_without_errors_says_what_is_true(truth: JudgementAnswer) -> None:
    assert TwinJudge(0, 0, 0, 0).judge(truth, random.Random(1)) == truth


@pytest.mark.parametrize(("truth", "unreal"), [(TWINS, Unreal.BACKWARD), (SINGLE, Unreal.NEITHER)])
def test_a_judge_errs_about_the_reverse_as_often_as_they_are_said_to(truth: JudgementAnswer, unreal: Unreal) -> None:
    draw, judge = random.Random(1), TwinJudge(0, 0.1, 0, 0)
    wrong = sum(judge.judge(truth, draw).unreal is unreal for _ in range(DRAWS))
    assert wrong / DRAWS == pytest.approx(0.1, abs=0.02)


def test_a_writer_is_silent_as_often_as_they_are_said_to_be() -> None:
    draw, telling = random.Random(1), telling_captions(SCENES)
    written = [TwinWriter(silent=0.2).write(SCENES, draw) for _ in range(DRAWS)]
    for side in range(2):
        assert {captions[side] for captions in written} == {telling[side], silent_captions(SCENES)[side]}
        told = sum(captions[side] == telling[side] for captions in written)
        assert told / DRAWS == pytest.approx(0.8, abs=0.02)


def test_a_writer_of_a_movement_that_is_the_same_backwards_can_only_be_silent() -> None:
    bounce = Scene("bounce", Figure("star", "red"), None, 1, "snow", 4.0, 0, False)
    assert TwinWriter(silent=0).write([bounce], random.Random(1)) == silent_captions([bounce])


@pytest.mark.parametrize(
    ("tells", "cannot_tell", "right", "unsure"),
    [(True, True, 0.97, 0.0), (True, False, 0.97, 0.0), (False, False, 0.5, 0.0), (False, True, 0.05, 0.9)],
)
def test_a_checker_tosses_a_coin_only_where_nothing_tells_the_direction(
    tells: bool, cannot_tell: bool, right: float, unsure: float
) -> None:
    draw = random.Random(1)
    results = Counter(TwinChecker().assign(tells=tells, cannot_tell=cannot_tell, draw=draw) for _ in range(DRAWS))
    assert results[CheckResult.RIGHT] / DRAWS == pytest.approx(right, abs=0.02)
    assert results[CheckResult.CANNOT_TELL] / DRAWS == pytest.approx(unsure, abs=0.02)
