"""What drawn movements are forwards and backwards."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from annotator.twins.answers import Criterion, Unreal
from consensus.simulation.twins.movements import TRUTHS, true_judgement
from consensus.twins.judging import outcome_of
from moments.demo.movements import placements_at
from moments.demo.scenes import DUO, Action, Figure, Scene
from tests.rule_tables import worked_table


def scene(action: Action, *, seconds: float = 6.0, heading: int = 1) -> Scene:
    other = Figure("square", "blue") if action in DUO else None
    return Scene(action, Figure("star", "orange"), other, heading, "meadow", seconds, 0, False)


@pytest.mark.parametrize(("movements", "criterion", "reverse", "outcome"), worked_table("T movements"))
def test_the_table_says_what_follows_for_every_movement(
    movements: str, criterion: str, reverse: str, outcome: str
) -> None:
    for action in movements.split(", "):
        truth = true_judgement([scene(action)])
        found = ("–" if truth.criterion is None else truth.criterion.value, outcome_of(truth).value)
        assert found == (criterion, outcome)
        assert TRUTHS[action].reversible == (reverse != "unreal")


def test_the_table_holds_every_movement_once() -> None:
    listed = [action for row in worked_table("T movements") for action in row[0].split(", ")]
    assert sorted(listed) == sorted(get_args(Action))


@pytest.mark.parametrize(
    ("actions", "unreal"),
    [
        (("move", "grow"), Unreal.NEITHER),
        (("spin", "bounce"), Unreal.NEITHER),
        (("spin", "fall"), Unreal.BACKWARD),
        (("push", "move"), Unreal.BACKWARD),
    ],
)
def test_two_scenes_are_a_sequence_and_unreal_if_one_of_them_is(actions: tuple[Action, Action], unreal: Unreal) -> None:
    truth = true_judgement([scene(action) for action in actions])
    assert (truth.criterion, truth.unreal) == (Criterion.SEQUENCE, unreal)


def test_a_movement_across_is_drawn_backwards_like_one_in_the_other_heading() -> None:
    there, back = scene("move"), scene("move", heading=-1)
    for step in range(7):
        forward, backward = placements_at(there, step), placements_at(back, 6.0 - step)
        assert [one.x for one in forward] == pytest.approx([one.x for one in backward])


def test_bouncing_is_drawn_the_same_backwards() -> None:
    bouncing = replace(scene("bounce"), seconds=6.0)  # five bounces of 1.2 s
    for step in range(1, 60):
        forward, backward = placements_at(bouncing, step / 10), placements_at(bouncing, 6.0 - step / 10)
        assert [one.y for one in forward] == pytest.approx([one.y for one in backward])
