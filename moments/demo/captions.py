"""English captions for scenes, in three phrasings each, true of what the drawing shows."""

from __future__ import annotations

from dataclasses import replace

from moments.demo.palette import PLACES
from moments.demo.scenes import Action, DemoMoment, Figure, Scene

PHRASINGS: dict[Action, tuple[str, str, str]] = {
    "move": (
        "{a} {moves} from {origin} to {goal}",
        "{a} {moves} across the screen to the {goal}",
        "{a} comes from the {origin} and {moves} over to the {goal}",
    ),
    "bounce": (
        "{a} bounces up and down",
        "{a} keeps bouncing on the ground",
        "{a} bounces again and again on the same spot",
    ),
    "grow": ("{a} grows bigger and bigger", "{a} starts small and grows large", "{a} slowly grows bigger"),
    "shrink": ("{a} shrinks until it is tiny", "{a} starts large and shrinks", "{a} slowly gets smaller"),
    "spin": ("{a} spins on the spot", "{a} floats in the air and spins slowly", "{a} turns round and round"),
    "fade": ("{a} fades away", "{a} slowly fades until it is gone", "{a} disappears little by little"),
    "fall": (
        "{a} falls from above and comes to rest",
        "{a} falls to the ground and rests there",
        "{a} drops from the sky and lies still on the ground",
    ),
    "rise": ("{a} rises slowly into the air", "{a} floats up from the ground", "{a} rises like a balloon"),
    "pass": (
        "{a} {moves} from {origin} to {goal} past {b}",
        "{a} {moves} past {b}",
        "{b} stands still while {a} {moves} past it to the {goal}",
    ),
    "push": (
        "{a} pushes {b} away to the {goal}",
        "{a} {moves} up to {b} and pushes it away",
        "{b} is pushed to the {goal} by {a}",
    ),
    "chase": (
        "{a} chases {b} from {origin} to {goal}",
        "{b} is chased to the {goal} by {a}",
        "{a} runs after {b}",
    ),
    "jump": (
        "{a} jumps over {b}",
        "{a} comes from the {origin} and jumps over {b}",
        "{a} leaps over {b} and lands on the {goal}",
    ),
    "orbit": (
        "{a} circles around {b}",
        "{a} flies around {b}",
        "{b} stays in the middle while {a} circles around it",
    ),
    "swap": ("{a} and {b} swap places", "{a} changes places with {b}", "{a} and {b} trade sides"),
    "hide": (
        "{a} hides behind {b}",
        "{a} {moves} behind {b} and disappears",
        "{a} comes from the {origin} and hides behind {b}",
    ),
    "meet": (
        "{a} and {b} meet in the middle",
        "{a} and {b} come from both sides and touch",
        "{a} meets {b} halfway and they stop",
    ),
}


def caption_of(moment: DemoMoment) -> str:
    """The caption of a moment; two scenes follow one another."""
    return _sentence([phrase_of(scene) for scene in moment.scenes])


def general_caption_of(moment: DemoMoment) -> str:
    """The caption without colours and place, which is true of other moments too."""
    placeless = [replace(scene, tells_place=False) for scene in moment.scenes]
    return _sentence([phrase_of(scene, coloured=False) for scene in placeless])


def phrase_of(scene: Scene, *, coloured: bool = True) -> str:
    """What one scene shows, as a phrase without capital or stop."""
    origin, goal = ("left", "right") if scene.heading > 0 else ("right", "left")
    words = {
        "a": named(scene.actor, coloured=coloured),
        "b": named(scene.other, big=scene.action == "hide", coloured=coloured) if scene.other else "",
        "moves": "rolls" if scene.actor.shape in ("circle", "ring") else "slides",
        "origin": origin,
        "goal": goal,
    }
    phrase = PHRASINGS[scene.action][scene.phrasing].format(**words)
    return f"{phrase} {PLACES[scene.place].phrase}" if scene.tells_place else phrase


def named(figure: Figure, *, big: bool = False, coloured: bool = True) -> str:
    """A figure with its article: `an orange star`, `a big blue square`, `a ring`."""
    name = f"{'big ' if big else ''}{figure.colour + ' ' if coloured else ''}{figure.shape}"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _sentence(phrases: list[str]) -> str:
    sentence = " and then ".join(phrases)
    return f"{sentence[0].upper()}{sentence[1:]}."
