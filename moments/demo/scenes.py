"""The demo corpus as data: videos of scenes, and the moments that they hold, from one seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import accumulate, cycle, islice, pairwise
from typing import Literal

from moments.demo.palette import COLOURS, PLACES

Shape = Literal["circle", "square", "triangle", "star", "ring"]
Action = Literal[
    "move", "bounce", "grow", "shrink", "spin", "fade", "fall", "rise",
    "pass", "push", "chase", "jump", "orbit", "swap", "hide", "meet",
]  # fmt: skip

SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "star", "ring")
SOLO: tuple[Action, ...] = ("move", "bounce", "grow", "shrink", "spin", "fade", "fall", "rise")
DUO: tuple[Action, ...] = ("pass", "push", "chase", "jump", "orbit", "swap", "hide", "meet")
ANGULAR: tuple[Shape, ...] = ("square", "triangle", "star")  # a circle that spins looks still
SCENES_A_VIDEO = (7, 6, 8, 7, 6, 8, 7, 6, 8, 7)
LENGTHS_S = (3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0)
SEED = 20


@dataclass(frozen=True, slots=True)
class Figure:
    """One coloured shape."""

    shape: Shape
    colour: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen for some seconds, from which both the drawing and the caption are made.

    `heading` is 1 for left to right, −1 for right to left; `phrasing` and `tells_place` vary the caption
    only.
    """

    action: Action
    actor: Figure
    other: Figure | None
    heading: int
    place: str
    seconds: float
    phrasing: int
    tells_place: bool


@dataclass(frozen=True, slots=True)
class DemoVideo:
    """A video: its scenes one after another."""

    name: str
    scenes: tuple[Scene, ...]

    @property
    def starts_s(self) -> tuple[float, ...]:
        """When each scene starts, and at last when the video ends."""
        return tuple(accumulate((scene.seconds for scene in self.scenes), initial=0.0))

    @property
    def duration_s(self) -> float:
        """The length of the video."""
        return self.starts_s[-1]


@dataclass(frozen=True, slots=True)
class DemoMoment:
    """A stretch of a video that shows one scene, or two that follow each other."""

    video: DemoVideo
    start_s: float
    end_s: float
    scenes: tuple[Scene, ...]


def demo_videos(seed: int = SEED) -> tuple[DemoVideo, ...]:
    """Ten videos of 24–40 s with six to eight scenes each; the same seed gives the same videos."""
    generator = random.Random(seed)
    actions = _shuffled_actions(generator, sum(SCENES_A_VIDEO))
    videos = []
    for number, count in enumerate(SCENES_A_VIDEO, start=1):
        lengths_s = _lengths_s(generator, count)
        scenes = [_scene(generator, next(actions), seconds) for seconds in lengths_s]
        videos.append(DemoVideo(f"demo_{number:02}", _with_changing_places(generator, scenes)))
    return tuple(videos)


def demo_moments(videos: tuple[DemoVideo, ...]) -> tuple[DemoMoment, ...]:
    """Every scene as a moment, and in each video one moment of two scenes, where a part is not the whole."""
    moments = []
    for number, video in enumerate(videos):
        spans = list(pairwise(video.starts_s))
        for scene, (start_s, end_s) in zip(video.scenes, spans, strict=True):
            moments.append(DemoMoment(video, start_s, end_s, (scene,)))
        first = number % (len(spans) - 1)
        both = video.scenes[first : first + 2]
        moments.append(DemoMoment(video, spans[first][0], spans[first + 1][1], both))
    return tuple(moments)


def _shuffled_actions(generator: random.Random, count: int) -> islice[Action]:
    """Every action about equally often, in no order."""
    actions = list(islice(cycle(SOLO + DUO), count))
    generator.shuffle(actions)
    return islice(actions, count)


def _lengths_s(generator: random.Random, count: int) -> list[float]:
    while True:
        lengths_s = [generator.choice(LENGTHS_S) for _ in range(count)]
        if 24 <= sum(lengths_s) <= 40:
            return lengths_s


def _scene(generator: random.Random, action: Action, seconds: float) -> Scene:
    first, second = generator.sample(sorted(COLOURS), 2)
    actor = Figure(generator.choice(ANGULAR if action == "spin" else SHAPES), first)
    hiding_places: tuple[Shape, ...] = ("circle", "square")
    other = Figure(generator.choice(hiding_places if action == "hide" else SHAPES), second)
    return Scene(
        action=action,
        actor=actor,
        other=other if action in DUO else None,
        heading=generator.choice((1, -1)),
        place="",
        seconds=seconds,
        phrasing=generator.randrange(3),
        tells_place=generator.random() < 0.4,
    )


def _with_changing_places(generator: random.Random, scenes: list[Scene]) -> tuple[Scene, ...]:
    """Each scene in another place than the one before, so that its boundary is seen."""
    placed: list[Scene] = []
    for scene in scenes:
        free = [place for place in PLACES if not placed or place != placed[-1].place]
        placed.append(replace(scene, place=generator.choice(free)))
    return tuple(placed)
