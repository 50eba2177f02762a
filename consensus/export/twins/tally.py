"""Counts what an export of a twins campaign holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

from consensus.labels.twin_rows import TWIN_SPLITS, DescribedMoment


class TwinTally:
    """Counts of twins, single clips, words and seconds by split; grows a moment at a time."""

    def __init__(self) -> None:
        self.twins: Counter[str] = Counter()
        self.singles: Counter[str] = Counter()
        self.criteria: Counter[str] = Counter()
        self.words = self.captions = self.rewrites = self.adjudicated = 0
        self.seconds = 0.0
        self.videos: set[str] = set()

    def add(self, moment: DescribedMoment) -> None:
        """One more moment."""
        (self.singles if moment.backward is None else self.twins)[moment.split] += 1
        self.criteria[moment.criterion] += 1
        self.adjudicated += moment.adjudicated
        self.videos.add(moment.video_name)
        for clip, _ in moment.clips():
            self.captions += 1
            self.words += len(clip.text.split())
            self.rewrites += len(clip.rewrites)
            self.seconds += moment.end_s - moment.start_s

    @property
    def mean_words(self) -> float:
        """Words of a caption."""
        return self.words / self.captions if self.captions else 0.0

    @property
    def mean_seconds(self) -> float:
        """Seconds of a clip."""
        return self.seconds / self.captions if self.captions else 0.0

    def clips(self, split: str) -> int:
        """Clips of a split."""
        return 2 * self.twins[split] + self.singles[split]

    def as_dict(self) -> dict[str, Any]:
        """What the manifest says of it."""
        return {
            "clips": {split: self.clips(split) for split in TWIN_SPLITS},
            "twins": sum(self.twins.values()),
            "singles": sum(self.singles.values()),
            "criteria": dict(sorted(self.criteria.items())),
            "rewrites": self.rewrites,
            "adjudicated": self.adjudicated,
            "mean_words": round(self.mean_words, 2),
            "mean_seconds": round(self.mean_seconds, 2),
        }
