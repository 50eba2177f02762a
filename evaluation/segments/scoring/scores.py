"""Scores a run of segments: every measure for every question, and means by task and overall."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.scoring.scores import Scores
from evaluation.segments.metrics.measure import Column, SegmentMeasure
from evaluation.segments.metrics.measures import SEGMENT_MEASURES
from evaluation.segments.metrics.questions import Questions, Rankings
from evaluation.segments.metrics.ranked import RankedSegments
from evaluation.segments.metrics.settings import SegmentSettings

Wanted = list[tuple[SegmentMeasure, Column]]


def wanted_columns(settings: SegmentSettings, *, clips: bool) -> Wanted:
    """The measures with their columns; those by identity only for a run that ranks clips."""
    measures: Iterator[SegmentMeasure] = iter(SEGMENT_MEASURES.values())
    return [
        (measure, column)
        for measure in measures
        if clips or not measure.needs_clips
        for column in measure.columns(settings)
    ]


def score_segments(questions: Questions, rankings: Rankings, settings: SegmentSettings, wanted: Wanted) -> Scores:
    """The wanted columns for every question; a question for which the run ranks nothing has 0 in each."""
    ranked = RankedSegments(questions, rankings, settings)
    values = [measure.compute(ranked, column.k, column.iou) for measure, column in wanted]
    return Scores([column.name for _, column in wanted], np.stack(values, axis=1))


def task_masks(questions: Questions) -> dict[str, Bools]:
    """Which questions belong to each task, in the order in which the tasks appear."""
    tasks = np.array(questions.tasks)
    return {task: tasks == task for task in dict.fromkeys(questions.tasks)}


def task_means(values: Floats, masks: dict[str, Bools]) -> Floats:
    """The means of the columns by task: tasks × columns. The overall value is the plain mean over its rows."""
    return np.stack([values[mask].mean(axis=0) for mask in masks.values()])
