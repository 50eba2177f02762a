"""Lays out a study's two charts: mean score by rank, and by similarity; geometry alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from consensus.studies.figures import SimilarityBin, StudyFigures

WIDTH, HEIGHT, LEFT, TOP, FLOOR = 520.0, 216.0, 26.0, 24.0, 188.0
NARROWEST_LABEL = 44.0
HIGHEST = 4


@dataclass(frozen=True, slots=True)
class StudyBar:
    """A bar with its place, what it stands for (written below it where there is room) and its value."""

    x: float
    y: float
    width: float
    height: float
    centre: float
    label: str
    is_named: bool
    value: float
    is_top: bool


@dataclass(frozen=True, slots=True)
class StudyChart:
    """Bars on the scale of relevance; `levels` are the places of 0 to 4."""

    bars: tuple[StudyBar, ...]
    levels: tuple[tuple[int, float], ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    floor: float = FLOOR


def rank_bars(figures: StudyFigures) -> StudyChart:
    """A bar for each stretch of ranks with a score, the others last."""
    shown = [stratum for stratum in figures.strata if stratum.mean is not None]
    return _chart([(one.label, one.mean or 0.0, one is not figures.others) for one in shown])


def similarity_bars(figures: StudyFigures) -> StudyChart:
    """A bar for each stretch of similarity with a score, the others beside the most similar."""
    return _chart([(_from(one), one.mean, one.is_top) for one in figures.bins])


def _from(one: SimilarityBin) -> str:
    return f"{one.start:.2f}"


def _chart(shown: Sequence[tuple[str, float, bool]]) -> StudyChart:
    step = (WIDTH - LEFT) / max(len(shown), 1)
    every = ceil(NARROWEST_LABEL / step)
    return StudyChart(
        bars=tuple(
            StudyBar(
                x=round(LEFT + place * step + 0.12 * step, 2),
                y=_height_of(value),
                width=round(0.76 * step, 2),
                height=round(FLOOR - _height_of(value), 2),
                centre=round(LEFT + (place + 0.5) * step, 2),
                label=label,
                is_named=(place == 0 or shown[place - 1][0] != label) and place % every == 0,
                value=value,
                is_top=is_top,
            )
            for place, (label, value, is_top) in enumerate(shown)
        ),
        levels=tuple((level, _height_of(level)) for level in range(HIGHEST + 1)),
    )


def _height_of(value: float) -> float:
    return round(FLOOR - (FLOOR - TOP) * value / HIGHEST, 2)
