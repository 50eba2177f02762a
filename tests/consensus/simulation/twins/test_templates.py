"""Captions that synthetic writers give to drawn clips."""

from __future__ import annotations

from annotator.twins.caption_checks import CaptionLimits, check_caption, check_couple
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.templates import silent_captions, telling_captions, tells_direction
from consensus.twins.judging import JudgementOutcome, outcome_of
from moments.demo.scenes import Figure, Scene, demo_moments, demo_videos

CLIPS = [moment.scenes for moment in demo_moments(demo_videos())]
TWINS = [scenes for scenes in CLIPS if outcome_of(true_judgement(scenes)) is JudgementOutcome.TWINS]
CHASE = Scene("chase", Figure("circle", "red"), Figure("star", "green"), -1, "snow", 4.0, 0, True)
MOVE = Scene("move", Figure("ring", "blue"), None, 1, "beach", 4.0, 0, False)


def test_each_direction_gets_the_words_of_what_is_seen_in_it() -> None:
    assert telling_captions([CHASE]) == (
        "A red circle chases a green star to the left in the snow.",
        "A green star chases a red circle to the right in the snow.",
    )


def test_backwards_the_last_scene_comes_first() -> None:
    assert telling_captions([MOVE, CHASE])[1] == (
        "A green star chases a red circle to the right in the snow and then a blue ring rolls from right to left."
    )


def test_silent_captions_are_the_same_whichever_scene_comes_first() -> None:
    assert silent_captions([MOVE, CHASE]) == silent_captions([CHASE, MOVE])


def test_the_captions_of_all_drawn_twins_pass_the_checks_and_say_which_direction_they_mean() -> None:
    assert len(TWINS) == 56
    for scenes in TWINS:
        for captions in (telling_captions(scenes), silent_captions(scenes)):
            faults = [fault for caption in captions for fault in check_caption(caption, CaptionLimits())]
            assert [*faults, *(fault for fault in check_couple(*captions) if fault.refused)] == []
        assert all(tells_direction(caption, scenes) for caption in telling_captions(scenes))
        assert not any(tells_direction(caption, scenes) for caption in silent_captions(scenes))
