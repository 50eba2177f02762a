"""The stage of 480 × 270 pixels on which the figures of a scene are placed."""

from __future__ import annotations

from dataclasses import dataclass

from moments.demo.scenes import Figure

WIDTH, HEIGHT = 480, 270
GROUND_Y = 226.0
RADIUS = 32.0
LEFT_X, MIDDLE_X, RIGHT_X = 62.0, WIDTH / 2, WIDTH - 62.0
AIR_Y = 128.0


@dataclass(frozen=True, slots=True)
class Placement:
    """A figure on the stage: centre, radius and the ground below in pixels, turn in radians, solidity 0–1."""

    figure: Figure
    x: float
    y: float
    radius: float = RADIUS
    turn: float = 0.0
    solidity: float = 1.0
    ground_y: float = GROUND_Y


def eased(share: float) -> float:
    """A smooth start and stop: 0 to 1, slow at both ends."""
    inner = min(1.0, max(0.0, share))
    return inner * inner * (3 - 2 * inner)


def standing(
    figure: Figure,
    x: float,
    *,
    radius: float = RADIUS,
    lane: float = 0.0,
    height: float = 0.0,
) -> Placement:
    """On the ground, nearer the higher the lane; what rolls is turned by the way it came."""
    turn = x / radius if figure.shape in ("circle", "ring") else 0.0
    ground_y = GROUND_Y + lane
    y = ground_y - height - foot_of(figure, radius)
    return Placement(figure, x, y, radius, turn, ground_y=ground_y)


def foot_of(figure: Figure, radius: float) -> float:
    """How far a figure's lowest point lies below its centre."""
    return radius * {"square": 0.8, "triangle": 0.62, "star": 0.84}.get(figure.shape, 1.0)


def between(start: float, end: float, share: float) -> float:
    """The number that lies `share` of the way from start to end."""
    return start + (end - start) * share


def reach_of(figure: Figure) -> float:
    """How far a figure on the ground reaches to its side."""
    return RADIUS * {"square": 0.8, "triangle": 0.98, "star": 0.92}.get(figure.shape, 1.0)
