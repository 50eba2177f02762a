"""Questions as columns that grow a question at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import keys, shown, strings
from evaluation.segments.metrics.questions import Questions, pool_of, true_segments
from evaluation.segments.reading.clips import Clip


class QuestionColumns:
    """What the files say, in their order."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.tasks: list[str] = []
        self.videos: list[str] = []
        self.clips: list[dict[Clip, int]] = []
        self.starts: list[float] = []
        self.ends: list[float] = []
        self.is_truth: list[bool] = []
        self.covers: list[int] = []  # 1 or 0, −1 where it is to be told by the times
        self.durations: list[float] = []
        self.windows: list[tuple[Floats, Floats]] = []
        self.repeated_candidates = 0

    def begin(self, question: object, field: str, task: str, video: object, where: str, video_field: str) -> None:
        """Start a question; raises EvaluationError where its id or video cannot be one or the id was there before."""
        name = keys([question], lambda _: where, field)[0]
        if name in self.rows:
            raise EvaluationError(f"{where}: {field}: {shown(name)} is already in {self.rows[name]}")
        self.videos.append(strings([video], lambda _: where, video_field)[0])
        self.rows[name] = where
        self.tasks.append(task)

    def take_pool(self, clips: Sequence[Clip], truths: set[Clip], ignored: set[Clip] | None) -> None:
        """The clips of the question that was begun last; a clip that is named twice is one.

        Without a set of ignored clips, those that cover a truth are told by their times.
        """
        places: dict[Clip, int] = {}
        for clip in clips:
            if clip in places:
                self.repeated_candidates += 1
                continue
            places[clip] = len(self.starts)
            self.starts.append(clip.start_s)
            self.ends.append(clip.end_s)
            self.is_truth.append(clip in truths)
            self.covers.append(-1 if ignored is None else clip in ignored)
        self.clips.append(places)

    def take_windows(self, start_s: Floats, end_s: Floats, duration_s: float) -> None:
        """The true segments of the question that was begun last, and how long its video is."""
        self.windows.append((start_s, end_s))
        self.durations.append(duration_s)

    def counts(self) -> dict[str, int]:
        """What the reader should know."""
        truths = sum(self.is_truth) or sum(len(start_s) for start_s, _ in self.windows)
        counts = {"questions": len(self.rows), "videos": len(set(self.videos)), "true_segments": truths}
        if self.clips:
            counts |= {"candidates": len(self.starts), "repeated_candidates": self.repeated_candidates}
        return counts | {f"questions_of_{task}": count for task, count in Counter(self.tasks).items()}

    def questions(self) -> Questions:
        """All of them."""
        if self.durations:
            rows = np.repeat(np.arange(len(self.windows)), [len(start_s) for start_s, _ in self.windows])
            start_s, end_s = (np.concatenate(ends) for ends in zip(*self.windows, strict=True))
            truths = true_segments(rows, start_s, end_s)
            return Questions(list(self.rows), self.tasks, truths, duration_s=np.array(self.durations))
        row = np.repeat(np.arange(len(self.clips)), [len(places) for places in self.clips])
        start_s, end_s, is_truth = np.array(self.starts), np.array(self.ends), np.array(self.is_truth)
        truths = true_segments(row[is_truth], start_s[is_truth], end_s[is_truth])
        pool, said = pool_of(row, start_s, end_s, is_truth, truths), np.array(self.covers)
        covers = np.where(said < 0, pool.covers, said > 0) & ~is_truth
        return Questions(list(self.rows), self.tasks, truths, replace(pool, covers=covers))
