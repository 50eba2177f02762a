"""What an evaluation of segments found, by task and overall, as one JSON object or as lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.scoring.bootstrap import resampled_means
from evaluation.scoring.scores import Scores
from evaluation.segments.metrics.measures import SEGMENT_MEASURES
from evaluation.segments.metrics.questions import Questions
from evaluation.segments.scoring.chance import Chance
from evaluation.segments.scoring.scores import task_masks, task_means

Figures = dict[str, Any]
ENDS = (0.025, 0.975)


def figures_of(questions: Questions, scores: Scores, chance: Chance, *, resamples: int, seed: int) -> Figures:
    """By task and overall the measures, chance with the error of its simulation, and with resamples 95% intervals.

    Overall is the plain mean of the task means. Questions are drawn within their task, so that every resample has the
    same number of questions of each.
    """
    masks, names = task_masks(questions), scores.names
    means = task_means(scores.values, masks)
    drawn = _resampled(questions, scores.values, resamples, seed) if resamples else None
    tasks: Figures = {}
    for at, (task, mask) in enumerate(masks.items()):
        ends = None if drawn is None else np.quantile(drawn[at], ENDS, axis=0)
        part = _part(names, means[at], chance.by_task[at], chance.task_errors[at], ends)
        tasks[task] = {"questions": int(mask.sum()), **part}
    ends = None if drawn is None else np.quantile(np.mean(drawn, axis=0), ENDS, axis=0)
    overall = _part(names, means.mean(axis=0), chance.overall, chance.overall_errors, ends)
    compared = [measure.name for measure in SEGMENT_MEASURES.values() if measure.only_for_comparison]
    return {"only_for_comparison": compared, "overall": overall, "tasks": tasks}


def _resampled(questions: Questions, values: Floats, resamples: int, seed: int) -> list[Floats]:
    """Means of resampled questions, independently in each task."""
    masks = task_masks(questions)
    seeds = np.random.SeedSequence(seed).generate_state(len(masks)).tolist()
    return [
        resampled_means(values[mask], resamples=resamples, seed=own)
        for mask, own in zip(masks.values(), seeds, strict=True)
    ]


def _part(names: list[str], means: Floats, chance: Floats, errors: Floats, ends: Floats | None) -> Figures:
    part: Figures = {"measures": dict(zip(names, means.tolist(), strict=True))}
    known = {name: value for name, value in zip(names, chance.tolist(), strict=True) if not math.isnan(value)}
    part["chance"] = known
    part["chance_errors"] = {name: error for name, error in zip(names, errors.tolist(), strict=True) if name in known}
    if ends is not None:
        part["intervals"] = {name: [float(end) for end in ends[:, at]] for at, name in enumerate(names)}
    return part


def as_lines(figures: Figures) -> str:
    """Counts, then overall and each task: a line a measure with its interval and chance; published rows at the end."""
    lines = [f"{name.replace('_', ' ')}: {count}" for name, count in figures["counts"].items()]
    tasks = figures["tasks"]
    lines += ["", f"overall, the mean of the tasks {', '.join(tasks)}" if len(tasks) > 1 else "overall"]
    compared = figures["only_for_comparison"]
    lines += _rows(figures["overall"], compared)
    for task, part in tasks.items() if len(tasks) > 1 else ():
        questions = part["questions"]
        lines += ["", f"{task}, {questions} question{'s' * (questions != 1)}", *_rows(part, compared)]
    if "published" in figures:
        lines += ["", *_published(figures["published"])]
    return "\n".join(lines)


def _rows(part: Figures, compared: list[str]) -> Iterator[str]:
    width = max(map(len, part["measures"]))
    for name, value in part["measures"].items():
        line = f"{name:<{width}}  {value:.4f}"
        if "intervals" in part:
            low, high = part["intervals"][name]
            line += f" [{low:.4f}, {high:.4f}]"
        if name in part["chance"]:
            error = part["chance_errors"][name]
            line += f"  chance {part['chance'][name]:.4f}" + (f" ± {error:.4f}" if error else "")
        yield line + (", only for comparison" if name in compared else "")


def _published(published: Figures) -> Iterator[str]:
    yield f"published {published['measure']}, overall, in percent"
    width = max(map(len, published["overall_percent"]))
    for system, value in published["overall_percent"].items():
        yield f"{system:<{width}}  {value:4.1f}"
    yield f"source: {published['source']}"
    yield from published["notes"]
