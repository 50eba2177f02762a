"""Lays out a study's two charts: mean score by rank, and by similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from consensus.studies.figures import StudyFigures
from evaluation.scale import SCALE, Scale
from moments.base.charts import Chart, Column, Frame

FRAME = Frame(width=520, height=216, left=26, top=24, bottom=28, high=SCALE.highest)
NARROWEST_LABEL = 44.0


def rank_bars(figures: StudyFigures, scale: Scale = SCALE) -> Chart:
    """A bar for each stretch of ranks with a score, the others last."""
    shown = [stratum for stratum in figures.strata if stratum.mean is not None]
    return _chart([(one.label, one.mean or 0.0, one is not figures.others) for one in shown], scale)


def similarity_bars(figures: StudyFigures, scale: Scale = SCALE) -> Chart:
    """A bar for each stretch of similarity with a score, the others beside the most similar."""
    return _chart([(f"{one.start:.2f}", one.mean, one.is_top) for one in figures.bins], scale)


def _chart(shown: Sequence[tuple[str, float, bool]], scale: Scale) -> Chart:
    """Bars on the scale of relevance, each named once below it if there is room."""
    chart = Chart(replace(FRAME, high=scale.highest))
    labels = _labels([label for label, *_ in shown])
    chart.levels([(level, str(level)) for level in scale.levels])
    chart.columns(
        [
            Column(
                value,
                css="" if is_top else "chart-others",
                title=f"{label}{'' if is_top else ', others'}: {value:.2f}",
                over=f"{value:.1f}",
                label=below,
            )
            for (label, value, is_top), below in zip(shown, labels, strict=True)
        ]
    )
    return chart


def _labels(names: Sequence[str]) -> list[str]:
    """The label below each bar: its name if the bar before has another one, and there is room; else nothing."""
    every, free, labels = ceil(NARROWEST_LABEL / FRAME.step(len(names))), 0, []
    for place, name in enumerate(names):
        is_shown = place >= free and name not in names[:place][-1:]
        labels.append(name if is_shown else "")
        free = place + every if is_shown else free
    return labels
