"""The questions about the reels are answered by what the scenes show."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from moments.demo.captions import named
from moments.demo.questions import DemoQuestion, demo_questions
from moments.demo.reels import demo_reels
from moments.demo.scenes import SOLO, Scene

REELS = {reel.video.name: reel for reel in demo_reels()}
QUESTIONS = demo_questions()


def scenes_in(question: DemoQuestion) -> list[tuple[Scene, bool]]:
    """Each scene of the question's reel, and whether it lies in an answer."""
    video = REELS[question.reel].video
    found = []
    for scene, (start_s, end_s) in zip(video.scenes, pairwise(video.starts_s), strict=True):
        stretch = round(1000 * start_s), round(1000 * end_s)
        found.append((scene, any(a <= stretch[0] and stretch[1] <= b for a, b in question.truth)))
    return found


def test_each_reel_has_nine_questions_of_two_tasks_and_no_text_comes_twice_on_one_video() -> None:
    assert Counter((one.reel, one.shown_ms is None) for one in QUESTIONS) == {
        (reel, task): count for reel in REELS for task, count in ((True, 6), (False, 3))
    }
    assert len({(one.reel, one.text) for one in QUESTIONS}) == len(QUESTIONS) == 36
    assert sum(len(one.truth) > 1 for one in QUESTIONS) > 20


def test_reels_last_some_minutes_in_two_domains() -> None:
    assert Counter(reel.domain for reel in REELS.values()) == {"cartoons": 2, "games": 2}
    assert all(120 < reel.video.duration_s < 180 for reel in REELS.values())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: f"{one.reel}: {one.text}")
def test_all_scenes_in_the_answers_show_one_action_and_scenes_outside_another_or_other_figures(
    question: DemoQuestion,
) -> None:
    inside = [scene for scene, answers in scenes_in(question) if answers]
    outside = [scene for scene, answers in scenes_in(question) if not answers]
    assert inside
    (action,) = {scene.action for scene in inside}
    alike = {frozenset((scene.actor.shape, scene.other.shape if scene.other else "")) for scene in inside}
    assert len(alike) == 1
    same = [scene for scene in outside if scene.action == action]
    coloured = any(named(scene.actor) in question.text for scene in inside)
    if question.shown_ms is None and not coloured:
        assert all(
            (scene.actor.shape, scene.other and scene.other.shape)
            != (inside[0].actor.shape, inside[0].other and inside[0].other.shape)
            for scene in same
        )
    else:
        assert all((scene.actor, scene.other) != (inside[0].actor, inside[0].other) for scene in same)


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one.shown_ms is not None], ids=lambda one: one.text)
def test_an_image_shows_the_figure_alone_and_lies_in_no_answer(question: DemoQuestion) -> None:
    video = REELS[question.reel].video
    assert not any(start <= question.shown_ms <= end for start, end in question.truth)
    (shown,) = (
        scene
        for scene, (start_s, end_s) in zip(video.scenes, pairwise(video.starts_s), strict=True)
        if 1000 * start_s <= question.shown_ms < 1000 * end_s
    )
    assert shown.action in SOLO
    answered = next(scene for scene, answers in scenes_in(question) if answers)
    assert answered.actor == shown.actor
    assert "the figure in the picture" in question.text
