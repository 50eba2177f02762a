"""What a caption says is what is drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from moments.demo.drawing import background, draw_scene
from moments.demo.movements import placements_at
from moments.demo.palette import COLOURS
from moments.demo.scenes import DUO, SHAPES, Action, Figure, Scene, demo_videos
from moments.demo.stage import HEIGHT, WIDTH

SCENES = [scene for video in demo_videos() for scene in video.scenes]
SCENE = Scene("move", Figure("circle", "red"), None, 1, "meadow", 4, 0, False)


def of_colour(frame: NDArray[np.uint8], colour: str) -> NDArray[np.bool_]:
    """Where a frame has exactly a figure's colour."""
    return np.asarray((frame == np.array(COLOURS[colour])).all(axis=2))


def centroids(scene: Scene, colour: str, steps: int = 9) -> list[tuple[float, float]]:
    """The middle (x, y) of all that has a colour, at evenly spaced times."""
    found = []
    for step in range(steps):
        ys, xs = np.nonzero(of_colour(draw_scene(scene, scene.seconds * step / (steps - 1)), colour))
        found.append((float(xs.mean()), float(ys.mean())))
    return found


def strengths(scene: Scene, colour: str, steps: int = 9) -> list[int]:
    """How many pixels have a colour, at evenly spaced times."""
    times = [scene.seconds * step / (steps - 1) for step in range(steps)]
    return [int(of_colour(draw_scene(scene, time_s), colour).sum()) for time_s in times]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.action}-{scene.actor.colour}")
def test_the_named_colours_are_the_most_frequent_that_are_drawn(scene: Scene) -> None:
    time_s = scene.seconds if scene.action in ("fall", "grow") else 0
    frame = draw_scene(scene, time_s)
    changed = (frame != np.asarray(background(scene.place))).any(axis=2)
    figures = [figure for figure in (scene.actor, scene.other) if figure is not None]
    counts = Counter(map(tuple, frame[changed].tolist())).most_common(len(figures))
    assert {colour for colour, _ in counts} == {COLOURS[figure.colour] for figure in figures}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("heading", [1, -1])
@pytest.mark.parametrize("action", ["move", "chase", "jump", "pass"])
def test_what_goes_from_side_to_side_never_turns_back(action: Action, heading: int, shape: str) -> None:
    other = Figure("square", "blue") if action in DUO else None
    scene = replace(SCENE, action=action, actor=Figure(shape, "red"), other=other, heading=heading)  # type: ignore[arg-type]
    xs = [x * heading for x, _ in centroids(scene, "red")]
    assert xs == sorted(set(xs))
    assert xs[-1] - xs[0] > WIDTH / 2


def test_what_grows_gets_larger_and_what_shrinks_smaller() -> None:
    grown = strengths(replace(SCENE, action="grow"), "red")
    shrunk = strengths(replace(SCENE, action="shrink"), "red")
    assert grown == sorted(set(grown))
    assert shrunk == sorted(set(shrunk), reverse=True)


def test_what_fades_is_gone_at_the_end() -> None:
    scene = replace(SCENE, action="fade")
    assert strengths(scene, "red", steps=2)[0] > 5000
    assert (draw_scene(scene, scene.seconds) == np.asarray(background("meadow"))).all()


def test_what_falls_rests_and_what_rises_ends_high() -> None:
    falling, rising = replace(SCENE, action="fall"), replace(SCENE, action="rise")
    assert placements_at(falling, 2.8) == placements_at(falling, 4)
    assert placements_at(falling, 0)[0].y < 0
    ys = [y for _, y in centroids(rising, "red")]
    assert ys == sorted(ys, reverse=True)
    assert ys[-1] < HEIGHT / 4


def test_what_is_pushed_stays_until_touched_and_then_goes_the_same_way() -> None:
    scene = replace(SCENE, action="push", other=Figure("square", "blue"))
    xs = [x for x, _ in centroids(scene, "blue")]
    assert xs[0] == xs[1] < xs[-1] - 80
    assert xs == sorted(xs)


def test_what_hides_is_not_seen_at_the_end() -> None:
    scene = replace(SCENE, action="hide", other=Figure("circle", "blue"))
    seen = strengths(scene, "red")
    assert seen[0] > 500
    assert seen[-1] == 0


def test_what_swaps_ends_where_the_other_began() -> None:
    scene = replace(SCENE, action="swap", other=Figure("circle", "blue"))
    red, blue = centroids(scene, "red"), centroids(scene, "blue")
    assert red[0] == pytest.approx(blue[-1], abs=2)
    assert red[-1] == pytest.approx(blue[0], abs=2)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.action}-{scene.actor.colour}")
def test_no_figure_leaves_the_picture(scene: Scene) -> None:
    for step in range(20):
        for placement in placements_at(scene, scene.seconds * step / 19):
            assert placement.radius * 0.9 <= placement.x <= WIDTH - placement.radius * 0.9
            assert placement.y <= HEIGHT - placement.radius * 0.6


def test_a_frame_is_the_same_every_time() -> None:
    first, second = draw_scene(SCENE, 1.5), draw_scene(SCENE, 1.5)
    assert first.shape == (HEIGHT, WIDTH, 3)
    assert first.dtype == np.uint8
    assert (first == second).all()
