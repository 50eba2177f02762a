"""Captions of drawn clips for both directions, and such as say nothing of the direction."""

from __future__ import annotations

from collections.abc import Sequence

from consensus.simulation.twins.movements import TRUTHS
from moments.demo.captions import named
from moments.demo.palette import PLACES
from moments.demo.scenes import Scene

SILENT_ALONE = ("the picture shows {a}", "there is {a} to be seen")
OPENINGS = ("", "Here", "In this clip", "On the screen", "This time", "In the end", "Now")
SILENT_TOGETHER = ("the picture shows {a} and {b}", "there are {a} and {b} to be seen")


def telling_captions(scenes: Sequence[Scene]) -> tuple[str, str]:
    """The forward and the backward caption, each true of its direction only; backwards the last scene comes first."""
    forward = [_filled(TRUTHS[scene.action].forward, scene) for scene in scenes]
    backward = [_filled(TRUTHS[scene.action].backward, scene) for scene in reversed(scenes)]
    return _sentence(forward), _sentence(backward)


def silent_captions(scenes: Sequence[Scene]) -> tuple[str, str]:
    """Two different captions that are true of both directions."""
    both = ([_filled(_silent(scene)[number], scene) for scene in _in_one_order(scenes)] for number in range(2))
    first, second = (" and ".join(phrases) for phrases in both)
    return _sentence([first]), _sentence([second])


def reworded(caption: str, version: int) -> str:
    """The caption as its writer words it in the given version, from 1 up: a later one begins differently."""
    opening = OPENINGS[(version - 1) % len(OPENINGS)]
    return f"{opening} {caption[0].lower()}{caption[1:]}" if opening else caption


def tells_direction(caption: str, scenes: Sequence[Scene]) -> bool:
    """Whether a caption of a synthetic writer, in whichever version, says which direction is meant."""
    silent = {reworded(text, version) for text in silent_captions(scenes) for version in range(1, len(OPENINGS) + 1)}
    return caption not in silent


def _silent(scene: Scene) -> tuple[str, str]:
    return SILENT_ALONE if scene.other is None else SILENT_TOGETHER


def _in_one_order(scenes: Sequence[Scene]) -> list[Scene]:
    """The same order whichever scene comes first, which would tell the direction."""
    return sorted(scenes, key=lambda scene: (scene.place, scene.actor.colour, scene.action))


def _filled(phrase: str, scene: Scene) -> str:
    origin, goal = ("left", "right") if scene.heading > 0 else ("right", "left")
    text = phrase.format(
        a=named(scene.actor),
        b=named(scene.other, big=scene.action == "hide") if scene.other else "",
        moves="rolls" if scene.actor.shape in ("circle", "ring") else "slides",
        origin=origin,
        goal=goal,
    )
    return f"{text} {PLACES[scene.place].phrase}" if scene.tells_place else text


def _sentence(phrases: Sequence[str]) -> str:
    sentence = " and then ".join(phrases)
    return f"{sentence[0].upper()}{sentence[1:]}."
