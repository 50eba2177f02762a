"""What each drawn movement is forwards and backwards: the true judgement, and words for both directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from moments.demo.scenes import Action, Scene


@dataclass(frozen=True, slots=True)
class MovementTruth:
    """A movement: why time matters (None if it does not), whether its reverse looks real, and phrases for both.

    Phrases take `{a}`, `{b}`, `{moves}`, `{origin}` and `{goal}`, which stay those of the forward clip.
    """

    criterion: Criterion | None
    reversible: bool
    forward: str
    backward: str


TRUTHS: dict[Action, MovementTruth] = {
    "move": MovementTruth(
        Criterion.POSITION, True, "{a} {moves} from {origin} to {goal}", "{a} {moves} from {goal} to {origin}"
    ),
    "bounce": MovementTruth(None, True, "{a} bounces up and down", "{a} bounces up and down"),
    "grow": MovementTruth(Criterion.STATE, True, "{a} grows bigger and bigger", "{a} shrinks until it is tiny"),
    "shrink": MovementTruth(Criterion.STATE, True, "{a} shrinks until it is tiny", "{a} grows bigger and bigger"),
    "spin": MovementTruth(None, True, "{a} spins on the spot", "{a} spins on the spot"),
    "fade": MovementTruth(Criterion.STATE, True, "{a} fades until it is gone", "{a} appears little by little"),
    "fall": MovementTruth(
        Criterion.ACTIVITY, False, "{a} drops to the ground and lies still", "{a} jumps off the ground into the sky"
    ),
    "rise": MovementTruth(Criterion.POSITION, True, "{a} rises into the air", "{a} sinks to the ground"),
    "pass": MovementTruth(
        Criterion.POSITION,
        True,
        "{a} {moves} past {b} from {origin} to {goal}",
        "{a} {moves} past {b} from {goal} to {origin}",
    ),
    "push": MovementTruth(
        Criterion.ACTIVITY, False, "{a} pushes {b} away to the {goal}", "{a} pulls {b} to the {origin}"
    ),
    "chase": MovementTruth(Criterion.ACTIVITY, True, "{a} chases {b} to the {goal}", "{b} chases {a} to the {origin}"),
    "jump": MovementTruth(
        Criterion.ACTIVITY,
        True,
        "{a} jumps over {b} and lands on the {goal}",
        "{a} jumps over {b} and lands on the {origin}",
    ),
    "orbit": MovementTruth(None, True, "{a} circles around {b}", "{a} circles around {b}"),
    "swap": MovementTruth(
        Criterion.POSITION,
        True,
        "{a} goes to the {goal} while {b} goes to the {origin}",
        "{a} goes to the {origin} while {b} goes to the {goal}",
    ),
    "hide": MovementTruth(
        Criterion.POSITION, True, "{a} {moves} behind {b} and disappears", "{a} appears from behind {b} and leaves"
    ),
    "meet": MovementTruth(
        Criterion.ACTIVITY,
        True,
        "{a} and {b} meet in the middle",
        "{a} and {b} part in the middle and leave to both sides",
    ),
}
"""Movements without a criterion repeat themselves: their reverse is the same movement. Nothing that lies still on the
ground jumps into the sky, and nothing is pulled that is only touched."""


def true_judgement(scenes: Sequence[Scene]) -> JudgementAnswer:
    """What a perfect judge says of a clip: two scenes are a sequence, and unreal backwards if one of them is."""
    truths = [TRUTHS[scene.action] for scene in scenes]
    criterion = truths[0].criterion if len(truths) == 1 else Criterion.SEQUENCE
    if criterion is None:
        return JudgementAnswer(temporal=False)
    real = all(truth.reversible for truth in truths)
    return JudgementAnswer(temporal=True, criterion=criterion, unreal=Unreal.NEITHER if real else Unreal.BACKWARD)
