"""Where the figures of a scene are at an instant, one movement for each action."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from moments.demo.scenes import Action, Figure, Scene
from moments.demo.stage import (
    AIR_Y,
    GROUND_Y,
    LEFT_X,
    MIDDLE_X,
    RADIUS,
    RIGHT_X,
    WIDTH,
    Placement,
    between,
    eased,
    foot_of,
    reach_of,
    standing,
)

Movement = Callable[[Scene, Figure, float, float], list[Placement]]


def placements_at(scene: Scene, time_s: float) -> list[Placement]:
    """The placements at a time since the scene's start, the one farthest back first."""
    share = min(1.0, max(0.0, time_s / scene.seconds))
    other = scene.other if scene.other is not None else scene.actor
    placements = MOVEMENTS[scene.action](scene, other, share, time_s)
    return placements if scene.heading > 0 else [_mirrored(placement) for placement in placements]


def _mirrored(placement: Placement) -> Placement:
    return replace(placement, x=WIDTH - placement.x, turn=-placement.turn)


def _move(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    return [standing(scene.actor, between(LEFT_X, RIGHT_X, share))]


def _bounce(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    phase = time_s / 1.2 % 1
    height = 118 * 4 * phase * (1 - phase)
    return [Placement(scene.actor, MIDDLE_X, GROUND_Y - foot_of(scene.actor, RADIUS) - height)]


def _grow(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    return [_sized(scene.actor, between(12, 88, share))]


def _shrink(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    return [_sized(scene.actor, between(88, 8, share))]


def _sized(figure: Figure, radius: float) -> Placement:
    return Placement(figure, MIDDLE_X, GROUND_Y - foot_of(figure, radius), radius)


def _spin(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    return [Placement(scene.actor, MIDDLE_X, AIR_Y, 64, math.tau * time_s / 4)]


def _fade(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    return [Placement(scene.actor, MIDDLE_X, AIR_Y, 60, 0, 1 - eased((share - 0.1) / 0.8))]


def _fall(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    top, bottom = -RADIUS, GROUND_Y - foot_of(scene.actor, RADIUS)
    if share < 0.4:
        return [Placement(scene.actor, MIDDLE_X, between(top, bottom, (share / 0.4) ** 2))]
    rebound = max(0.0, 1 - ((share - 0.5) / 0.1) ** 2)
    return [Placement(scene.actor, MIDDLE_X, bottom - 26 * rebound)]


def _rise(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    bottom = GROUND_Y - foot_of(scene.actor, RADIUS)
    sway = 10 * math.sin(math.tau * share * 1.5)
    return [Placement(scene.actor, MIDDLE_X + sway, between(bottom, 44, eased(share)))]


def _pass(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    in_front = standing(scene.actor, between(LEFT_X, RIGHT_X, share), radius=26, lane=22)
    return [standing(other, MIDDLE_X, radius=42, lane=-14), in_front]


def _push(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    actor_x = between(LEFT_X, 352, eased(share))
    touching = reach_of(scene.actor) + reach_of(other)
    return [standing(other, max(MIDDLE_X, actor_x + touching)), standing(scene.actor, actor_x)]


def _chase(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    hop = abs(math.sin(math.tau * time_s)) * 10
    ahead = standing(other, between(156, RIGHT_X + 8, share), height=hop)
    return [ahead, standing(scene.actor, between(44, 330, share))]


def _jump(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    height = 132 * max(0.0, 1 - ((share - 0.5) / 0.26) ** 2)
    actor = standing(scene.actor, between(LEFT_X, RIGHT_X, share), radius=28, height=height)
    return [standing(other, MIDDLE_X), actor]


def _orbit(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    angle = math.tau * time_s / 3.6 + math.pi
    around = Placement(scene.actor, MIDDLE_X + 140 * math.cos(angle), AIR_Y + 84 * math.sin(angle), 24)
    return [Placement(other, MIDDLE_X, AIR_Y, 40), around]


def _swap(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    way = eased((share - 0.15) / 0.7)
    arc = 66 * math.sin(math.pi * way)
    actor = Placement(scene.actor, between(110, 370, way), 140 + arc, 36)
    return [Placement(other, between(370, 110, way), 140 - arc, 36), actor]


def _hide(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    big = standing(other, 330, radius=80)
    return [standing(scene.actor, between(LEFT_X, 330, eased(share / 0.8)), radius=27, lane=-14), big]


def _meet(scene: Scene, other: Figure, share: float, time_s: float) -> list[Placement]:
    way = eased(share / 0.75)
    actor = standing(scene.actor, between(LEFT_X, MIDDLE_X - reach_of(scene.actor), way))
    return [standing(other, between(RIGHT_X, MIDDLE_X + reach_of(other), way)), actor]


MOVEMENTS: dict[Action, Movement] = {
    "move": _move, "bounce": _bounce, "grow": _grow, "shrink": _shrink, "spin": _spin, "fade": _fade,
    "fall": _fall, "rise": _rise, "pass": _pass, "push": _push, "chase": _chase, "jump": _jump,
    "orbit": _orbit, "swap": _swap, "hide": _hide, "meet": _meet,
}  # fmt: skip
