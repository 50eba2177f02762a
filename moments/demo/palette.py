"""The demo's colours and places: few, muted, and each with a plain English name."""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[int, int, int]

COLOURS: dict[str, Rgb] = {
    "red": (205, 72, 68),
    "blue": (64, 120, 200),
    "green": (58, 145, 92),
    "yellow": (240, 200, 66),
    "purple": (140, 90, 176),
    "orange": (236, 136, 52),
}


@dataclass(frozen=True, slots=True)
class Scenery:
    """A background: the sky's top and low colours, a hill, the ground, and how a caption says it."""

    phrase: str
    sky_top: Rgb
    sky_low: Rgb
    hill: Rgb
    ground: Rgb


PLACES: dict[str, Scenery] = {
    "meadow": Scenery("in a meadow", (206, 226, 238), (236, 242, 240), (208, 222, 190), (188, 208, 164)),
    "beach": Scenery("on a beach", (198, 222, 232), (244, 238, 226), (206, 224, 228), (232, 216, 186)),
    "snow": Scenery("in the snow", (206, 212, 224), (232, 234, 240), (224, 229, 238), (246, 247, 250)),
    "night": Scenery("at night", (30, 36, 62), (62, 68, 98), (46, 52, 80), (38, 43, 66)),
}


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """The colour that lies `share` of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
