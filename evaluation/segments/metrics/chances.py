"""What a random ranking of a question's pool is expected to reach, where that has a closed form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, ranks
from evaluation.metrics.matching import match
from evaluation.segments.metrics.hull import hull_iou
from evaluation.segments.metrics.questions import Pool, Questions
from evaluation.segments.metrics.settings import SegmentSettings


@dataclass(frozen=True)
class Chances:
    """The pools of all questions under a ranking in which every order is equally likely."""

    questions: Questions
    pool: Pool
    settings: SegmentSettings

    @cached_property
    def best_iou(self) -> Floats:
        """The largest IoU of each clip with any truth of its question."""
        pool = self.pool
        clips = Predictions(pool.row, np.zeros_like(pool.row), np.zeros_like(pool.row), pool.start_s, pool.end_s)
        return match(clips, self.questions.truths, self.settings.matching).best_iou

    @cached_property
    def hull_iou(self) -> Floats:
        """The IoU of each clip with the hull of all truths."""
        return hull_iou(self.questions, self.pool.row, self.pool.start_s, self.pool.end_s)

    @cached_property
    def counted(self) -> Bools:
        """The clips that count where a ranking is compared by identity."""
        return ~self.pool.covers | (self.settings.covering == "miss")

    @cached_property
    def sizes(self) -> Ints:
        """How many clips each question has."""
        return self.sums(np.ones(len(self.pool.row))).astype(np.int64)

    def sums(self, values: Floats) -> Floats:
        """The values of the clips, summed by question."""
        return np.bincount(self.pool.row, weights=values, minlength=len(self.questions.ids)).astype(np.float64)

    def means(self, values: Floats) -> Floats:
        """The values of the clips, averaged by question."""
        return self.sums(values) / self.sizes

    def mean_best_up_to(self, k: int) -> Floats:
        """(1/k) Σ_{j≤k} E[the best IoU of j different clips] of each question.

        The i-th smallest of n values is the largest of j drawn ones with probability C(i−1, j−1) / C(n, j).
        """
        order = np.lexsort((self.best_iou, self.pool.row))
        place = ranks(self.pool.row) + 1
        size = self.sizes[self.pool.row]
        weight, among_larger = np.zeros(len(place)), np.ones(len(place))
        longest = min(k, int(size.max()))
        for drawn in range(1, longest + 1):
            weight += np.where(drawn <= size, drawn / size * among_larger, place == size)
            among_larger *= np.maximum(place - drawn, 0) / np.maximum(size - drawn, 1)
        weight += (k - longest) * (place == size)
        return self.sums(weight * self.best_iou[order]) / k


def hit_within(sizes: Ints, hits: Ints, k: int) -> Floats:
    """The chance that k different clips of so many hold at least one of the hits: 1 − C(n−h, k) / C(n, k)."""
    missed = np.ones(len(sizes))
    for drawn in range(min(k, int(sizes.max()))):
        missed *= np.maximum(sizes - hits - drawn, 0) / np.maximum(sizes - drawn, 1)
    return 1 - missed
