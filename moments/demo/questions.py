"""Questions about the demo's reels, and when their answers are seen; both follow from the scenes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from moments.demo.captions import named, phrase_of
from moments.demo.reels import Reel, demo_reels
from moments.demo.scenes import SOLO, Action, Scene

# What no other action shows too: a circle that is chased rolls as well.
ASKED: tuple[Action, ...] = (
    "bounce", "grow", "shrink", "spin", "fade", "fall", "rise", "push", "jump", "orbit", "swap", "hide", "meet",
)  # fmt: skip
# The phrasing of each action that begins with who acts and names no direction, if it is not the first.
PHRASING: dict[Action, int] = {"push": 1}
EITHER_WAY: tuple[Action, ...] = ("swap", "meet")  # it makes no difference who is named first
IN_WORDS, WITH_IMAGE = 6, 3
IMAGED = "the figure in the picture"
Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question about a reel, the stretches that answer it, and the instant of its image, if it has one; in ms."""

    reel: str
    text: str
    truth: tuple[Stretch, ...]
    shown_ms: int | None = None


@dataclass(frozen=True, slots=True)
class _Shown:
    """A scene of a reel, worded in one way however it was drawn, and when it is seen."""

    scene: Scene
    stretch: Stretch

    @property
    def middle_ms(self) -> int:
        return sum(self.stretch) // 2


def demo_questions() -> tuple[DemoQuestion, ...]:
    """Six questions in words about each reel, half of them without colours, and three with an image."""
    return tuple(question for reel in demo_reels() for question in _questions(reel))


def _questions(reel: Reel) -> Iterator[DemoQuestion]:
    shown = _shown(reel)
    asked = [one for one in shown if one.scene.action in ASKED]
    without = {one: phrase_of(one.scene, coloured=False) for one in asked}
    coloured = {one: phrase_of(one.scene) for one in asked}
    for phrases, count in ((without, IN_WORDS // 2), (coloured, IN_WORDS - IN_WORDS // 2)):
        answers = _answers(phrases)
        for phrase in sorted(answers, key=lambda one: -len(answers[one]))[:count]:
            yield DemoQuestion(reel.video.name, f"Find where {phrase}.", answers[phrase])
    yield from _with_image(reel, shown, asked)


def _with_image(reel: Reel, shown: list[_Shown], asked: list[_Shown]) -> Iterator[DemoQuestion]:
    """Who acts is seen in an image: the middle of a scene in which the figure is alone and does something else."""
    pictures = {one.scene.actor: one for one in shown if one.scene.action in SOLO}
    given: set[str] = set()
    for one in asked:
        scene, picture = one.scene, pictures.get(one.scene.actor)
        phrase = _imaged(scene)
        if picture is None or picture.scene.action == scene.action or scene.action in EITHER_WAY or phrase in given:
            continue
        same = {other: _imaged(other.scene) for other in asked if other.scene.actor == scene.actor}
        given.add(phrase)
        yield DemoQuestion(reel.video.name, f"Find where {phrase}.", _answers(same)[phrase], picture.middle_ms)
        if len(given) == WITH_IMAGE:
            return


def _imaged(scene: Scene) -> str:
    return phrase_of(scene, coloured=False).replace(named(scene.actor, coloured=False), IMAGED, 1)


def _shown(reel: Reel) -> list[_Shown]:
    spans = pairwise(round(1000 * start_s) for start_s in reel.video.starts_s)
    return [_Shown(_plain(scene), span) for scene, span in zip(reel.video.scenes, spans, strict=True)]


def _plain(scene: Scene) -> Scene:
    """The scene as every scene that shows the same is worded."""
    actor, other = scene.actor, scene.other
    if other is not None and scene.action in EITHER_WAY:
        actor, other = sorted((actor, other), key=lambda figure: (figure.shape, figure.colour))
    phrasing = PHRASING.get(scene.action, 0)
    return replace(scene, actor=actor, other=other, phrasing=phrasing, tells_place=False)


def _answers(phrases: dict[_Shown, str]) -> dict[str, tuple[Stretch, ...]]:
    """When what each phrase says is seen; scenes that follow each other make one answer."""
    answers: dict[str, list[Stretch]] = {}
    for one, phrase in phrases.items():
        found = answers.setdefault(phrase, [])
        if found and found[-1][1] == one.stretch[0]:
            found[-1] = (found[-1][0], one.stretch[1])
        else:
            found.append(one.stretch)
    return {phrase: tuple(found) for phrase, found in answers.items()}
