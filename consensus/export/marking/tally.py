"""Counts what an export of a marking campaign holds, and tells one version of its pools from another."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from consensus.labels.marked_rows import TASKS, MarkedVideo

POOL_RULE = "M6"


class MarkedTally:
    """Counts of questions by split and task and by domain and task, truths, videos, clips; grows a video at a time."""

    def __init__(self) -> None:
        self.by_split: Counter[tuple[str, str]] = Counter()
        self.by_domain: Counter[tuple[str, str]] = Counter()
        self.truths = self.adjudicated = self.videos = self.duration_ms = self.clips = self.recognisable = 0
        self._pools = hashlib.sha256()

    def add(self, video: MarkedVideo) -> None:
        """One more video. Truths are counted once, however many questions inherit them."""
        for one in video.questions:
            self.by_split[one.split, one.task] += 1
            self.by_domain[video.domain, one.task] += 1
            if not one.parent:
                self.truths += len(one.truths)
                self.adjudicated += one.adjudicated
        self.videos += 1
        self.duration_ms += video.duration_ms
        self.clips += len(video.pool.clips)
        self.recognisable += len(video.pool.recognisable)
        for clip in video.pool.clips:
            self._pools.update(f"{clip.name(video.name)}\n".encode())

    @property
    def hours(self) -> float:
        """Hours of video that have questions."""
        return self.duration_ms / 3_600_000

    @property
    def tasks(self) -> list[str]:
        """The tasks that have questions."""
        return [task for task in TASKS if any(name == task for _, name in self.by_split)]

    @property
    def pools_sha256(self) -> str:
        """The same for the same clips in the same order, so runs on other pools can be told."""
        return self._pools.hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """What the manifest says of it."""
        return {
            "questions": {task: sum(self.of_task(task).values()) for task in self.tasks},
            "truths": self.truths,
            "adjudicated": self.adjudicated,
            "videos": self.videos,
            "video_hours": round(self.hours, 3),
            "pools": {
                "rule": POOL_RULE,
                "sha256": self.pools_sha256,
                "clips": self.clips,
                "recognisable_truths": self.recognisable,
            },
        }

    def of_task(self, task: str) -> dict[str, int]:
        """Questions of a task by split."""
        return {split: count for (split, name), count in self.by_split.items() if name == task}
