"""What chance reaches on a set of questions: in closed form where there is one, else by seeded simulation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Predictions, ranks
from evaluation.segments.metrics.chances import Chances
from evaluation.segments.metrics.questions import Questions, Rankings
from evaluation.segments.metrics.settings import SegmentSettings
from evaluation.segments.scoring.scores import Wanted, score_segments, task_masks, task_means


@dataclass(frozen=True, slots=True)
class Chance:
    """Means by task (tasks × columns) and overall, with the standard errors of the simulation: 0 where exact."""

    by_task: Floats
    task_errors: Floats
    overall: Floats
    overall_errors: Floats


def chance_of(questions: Questions, settings: SegmentSettings, wanted: Wanted, *, draws: int, seed: int) -> Chance:
    """The expected values of a random ranking; NaN for a column that only draws could tell where there are none.

    Where questions have no pool, the segments of a random ranking have both ends drawn uniformly from the video.
    """
    masks = task_masks(questions)
    shape = len(masks), len(wanted)
    by_task, errors = np.full(shape, np.nan), np.zeros(shape)
    overall_errors = np.zeros(len(wanted))
    open_still = list(range(len(wanted)))
    if questions.pool is not None:
        chances = Chances(questions, questions.pool, settings)
        exact = [(at, one) for at, one in enumerate(wanted) if one[0].chance is not None]
        for at, (measure, column) in exact:
            assert measure.chance is not None
            by_task[:, at] = task_means(measure.chance(chances, column.k, column.iou)[:, None], masks)[:, 0]
        open_still = [at for at, (measure, _) in enumerate(wanted) if measure.chance is None]
    if draws and open_still:
        asked = [wanted[at] for at in open_still]
        drawn = _drawn_means(questions, settings, asked, draws, seed)
        by_task[:, open_still] = drawn.mean(axis=0)
        errors[:, open_still] = _standard_error(drawn)
        overall_errors[open_still] = _standard_error(drawn.mean(axis=1))
    return Chance(by_task, errors, by_task.mean(axis=0), overall_errors)


def random_rankings(questions: Questions, width: int, rng: np.random.Generator) -> Rankings:
    """The top of one random ranking for every question."""
    if questions.pool is None:
        return _random_segments(questions, width, rng)
    pool = questions.pool
    order = np.argsort(pool.row + rng.random(len(pool.row)))
    rank = ranks(pool.row)
    within = rank < width
    clip = order[within]
    row = pool.row[within]
    return Rankings(
        Predictions(row, rank[within], np.zeros_like(row), pool.start_s[clip], pool.end_s[clip]),
        clip,
    )


def _random_segments(questions: Questions, width: int, rng: np.random.Generator) -> Rankings:
    assert questions.duration_s is not None  # a question has a pool or a duration
    ends = np.sort(rng.random((len(questions.ids), width, 2)), axis=-1) * questions.duration_s[:, None, None]
    row = np.repeat(np.arange(len(questions.ids)), width)
    start_s, end_s = ends.reshape(-1, 2).T
    return Rankings(Predictions(row, ranks(row), np.zeros_like(row), start_s, end_s))


def _drawn_means(questions: Questions, settings: SegmentSettings, asked: Wanted, draws: int, seed: int) -> Floats:
    """Task means of each random ranking: draws × tasks × columns."""
    rng, masks = np.random.default_rng(seed), task_masks(questions)
    found = []
    for _ in range(draws):
        rankings = random_rankings(questions, settings.width, rng)
        found.append(task_means(score_segments(questions, rankings, settings, asked).values, masks))
    return np.stack(found)


def _standard_error(drawn: Floats) -> Floats:
    return drawn.std(axis=0, ddof=1) / np.sqrt(len(drawn)) if len(drawn) > 1 else np.full(drawn.shape[1:], np.nan)
