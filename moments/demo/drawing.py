"""Drawing a scene at an instant: flat shapes with a fine edge and a soft shadow, on a quiet background."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from moments.demo.movements import placements_at
from moments.demo.palette import COLOURS, PLACES, Rgb, mixed
from moments.demo.scenes import Scene
from moments.demo.stage import HEIGHT, WIDTH, Placement

Frame = NDArray[np.uint8]
Point = tuple[float, float]
Box = tuple[float, float, float, float]

FINER = 4  # drawn so many times larger and then reduced, for smooth edges
EDGE = 2.2
PREMULTIPLIED = "RGBa"  # as `reduce` needs it; it would convert the large tile there and the small one back
NOTHING = (0, 0, 0, 0)
HORIZON_Y = 196
WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)


def draw_scene(scene: Scene, time_s: float) -> Frame:
    """The picture of a scene at a time since its start: 270 × 480 × 3 bytes, red, green, blue."""
    picture = background(scene.place).copy()
    placements = placements_at(scene, time_s)
    for placement in placements:
        _cast_shadow(picture, placement)
    for placement in placements:
        _draw_figure(picture, placement)
    return np.asarray(picture)


@lru_cache(maxsize=8)
def background(name: str) -> Image.Image:
    """An empty place: sky, one low hill, ground."""
    place = PLACES[name]
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(picture)
    for y in range(HEIGHT):
        pen.line([(0, y), (WIDTH, y)], fill=mixed(place.sky_top, place.sky_low, y / HORIZON_Y))
    _blend_ellipse(picture, (-60, HORIZON_Y - 34, 340, HORIZON_Y + 60), place.hill, 1.0)
    for y in range(HORIZON_Y, HEIGHT):
        shade = mixed(place.ground, BLACK, 0.08 * (y - HORIZON_Y) / (HEIGHT - HORIZON_Y))
        pen.line([(0, y), (WIDTH, y)], fill=shade)
    return picture


def _cast_shadow(picture: Image.Image, placement: Placement) -> None:
    """A shadow on the ground below a figure, fainter the higher it is."""
    height = max(0.0, placement.ground_y - placement.y - placement.radius)
    strength = 0.2 * max(0.0, 1 - height / 160) * placement.solidity
    half = placement.radius * 0.85
    ground_y = placement.ground_y
    box = (placement.x - half, ground_y - half * 0.13, placement.x + half, ground_y + half * 0.17)
    _blend_ellipse(picture, box, BLACK, strength)


def _blend_ellipse(picture: Image.Image, box: Box, colour: Rgb, strength: float) -> None:
    left, top = math.floor(box[0]), math.floor(box[1])
    size = (math.ceil(box[2]) - left + 1, math.ceil(box[3]) - top + 1)
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER))
    inner = [(box[0] - left) * FINER, (box[1] - top) * FINER, (box[2] - left) * FINER, (box[3] - top) * FINER]
    ImageDraw.Draw(mask).ellipse(inner, fill=round(255 * strength))
    picture.paste(colour, (left, top), mask.reduce(FINER))


def _draw_figure(picture: Image.Image, placement: Placement) -> None:
    if placement.solidity <= 0:
        return
    half = math.ceil(placement.radius * 1.15) + 2
    left, top = math.floor(placement.x) - half, math.floor(placement.y) - half
    centre = ((placement.x - left) * FINER, (placement.y - top) * FINER)
    tile = _figure_tile(placement, 2 * half + 1, centre).reduce(FINER).convert("RGBA")
    if placement.solidity < 1:
        tile.putalpha(tile.getchannel("A").point(lambda alpha: alpha * placement.solidity))
    picture.paste(tile, (left, top), tile)


def _figure_tile(placement: Placement, side: int, centre: Point) -> Image.Image:
    fill = COLOURS[placement.figure.colour]
    edge = mixed(fill, BLACK, 0.28)
    tile = Image.new(PREMULTIPLIED, (side * FINER, side * FINER), NOTHING)
    pen = ImageDraw.Draw(tile)
    outer = placement.radius * FINER
    if placement.figure.shape in ("circle", "ring"):
        _draw_round(pen, placement, centre, outer)
    else:
        pen.polygon(_corners(placement, centre, outer), fill=(*edge, 255))
        inset = {"square": 1.4, "triangle": 2.0, "star": 2.4}[placement.figure.shape]
        pen.polygon(_corners(placement, centre, outer - inset * EDGE * FINER), fill=(*fill, 255))
    return tile


def _draw_round(pen: ImageDraw.ImageDraw, placement: Placement, centre: Point, outer: float) -> None:
    """A circle or a ring, with a light dot that shows how it turns."""
    fill = COLOURS[placement.figure.colour]
    edge = (*mixed(fill, BLACK, 0.28), 255)
    line = EDGE * FINER
    pen.circle(centre, outer, fill=edge)
    pen.circle(centre, outer - line, fill=(*fill, 255))
    hollow = placement.figure.shape == "ring"
    if hollow:
        pen.circle(centre, outer * 0.5 + line, fill=edge)
        pen.circle(centre, outer * 0.5, fill=NOTHING)
    distance, size = (0.77, 0.1) if hollow else (0.55, 0.14)
    dot = _from(centre, placement.turn - math.pi / 2, outer * distance)
    pen.circle(dot, outer * size, fill=(*mixed(fill, WHITE, 0.65), 255))


def _corners(placement: Placement, centre: Point, radius: float) -> list[Point]:
    """The corners of a square, triangle or star; y grows downwards, so a turn is clockwise."""
    shape = placement.figure.shape
    if shape == "star":
        rays = [(math.tau * step / 10, radius if step % 2 == 0 else radius * 0.46) for step in range(10)]
    elif shape == "triangle":
        rays = [(math.tau * step / 3, radius * 1.1) for step in range(3)]
    else:
        rays = [(math.tau * (step + 0.5) / 4, radius * 1.12) for step in range(4)]
    start = placement.turn - math.pi / 2
    return [_from(centre, start + angle, reach) for angle, reach in rays]


def _from(centre: Point, angle: float, distance: float) -> Point:
    return centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)
