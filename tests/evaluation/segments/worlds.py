"""Small questions and rankings for the tests of segments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaluation.metrics.columns import Predictions, ranks
from evaluation.segments.metrics.questions import Questions, Rankings, pool_of, true_segments
from evaluation.segments.metrics.settings import SegmentSettings
from evaluation.segments.scoring.scores import score_segments, wanted_columns

Segment = tuple[float, float]


def flat(segments: Sequence[Sequence[Segment]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, starts and ends of segments by question."""
    row = np.repeat(np.arange(len(segments)), [len(own) for own in segments])
    start_s, end_s = np.array([one for own in segments for one in own], dtype=float).reshape(-1, 2).T
    return row, start_s, end_s


def asked(truths: Sequence[Sequence[Segment]], *, tasks: Sequence[str] = (), duration_s: float = 100.0) -> Questions:
    """Questions without pools."""
    names = [str(row) for row in range(len(truths))]
    durations = np.full(len(truths), duration_s)
    return Questions(names, list(tasks) or ["MS"] * len(truths), true_segments(*flat(truths)), duration_s=durations)


def pooled(
    pools: Sequence[Sequence[Segment]], truths: Sequence[Sequence[Segment]], tasks: Sequence[str] = ()
) -> Questions:
    """Questions with pools; clips with the times of a truth are it."""
    row, start_s, end_s = flat(pools)
    true = true_segments(*flat(truths))
    is_truth = np.array([one in own for clips, own in zip(pools, truths, strict=True) for one in clips])
    names = [str(number) for number in range(len(pools))]
    return Questions(names, list(tasks) or ["MS"] * len(pools), true, pool_of(row, start_s, end_s, is_truth, true))


def ranking(segments: Sequence[Sequence[Segment]], questions: Questions | None = None) -> Rankings:
    """Segments by question, best first; of the questions' pools where these are given."""
    row, start_s, end_s = flat(segments)
    predictions = Predictions(row, ranks(row), np.zeros_like(row), start_s, end_s)
    if questions is None:
        return Rankings(predictions)
    assert questions.pool is not None
    pool = list(zip(questions.pool.row, questions.pool.start_s, questions.pool.end_s, strict=True))
    clip = np.array([pool.index(one) for one in zip(row, start_s, end_s, strict=True)], dtype=np.int64)
    return Rankings(predictions, clip)


def means(questions: Questions, rankings: Rankings, **settings: object) -> dict[str, float]:
    """Every measure, averaged over the questions."""
    chosen = SegmentSettings(**settings)
    wanted = wanted_columns(chosen, clips=rankings.clip is not None)
    return score_segments(questions, rankings, chosen, wanted).means()
