"""Labels and candidates as columns of numbers, some fifty bytes each: what scoring a run needs of them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from consensus.labels.rows import Candidate, Grade, Label, RawScore

Columns = Mapping[str, NDArray[Any]]
"""From the labels of a split and a run over it, best first in each query, to what an evaluation says of it."""


class SplitColumns:
    """Grows a row at a time; videos are numbered by first appearance, in all splits alike."""

    def __init__(self, videos: dict[str, int]) -> None:
        self._videos = videos
        self._query, self._video, self._relevance = array("q"), array("q"), array("b")
        self._start_s, self._end_s = array("d"), array("d")

    def add(self, row: Label | Candidate, relevance: int = 0) -> None:
        """One more label or candidate."""
        self._query.append(row.query_id)
        self._video.append(self._videos.setdefault(row.video_name, len(self._videos)))
        self._start_s.append(row.start_s)
        self._end_s.append(row.end_s)
        self._relevance.append(relevance)

    def columns(self) -> Columns:
        """The columns `query`, `video`, `start_s`, `end_s` and `relevance`."""
        return {
            "query": np.array(self._query, dtype=np.int64),
            "video": np.array(self._video, dtype=np.int64),
            "start_s": np.array(self._start_s, dtype=np.float64),
            "end_s": np.array(self._end_s, dtype=np.float64),
            "relevance": np.array(self._relevance, dtype=np.int64),
        }


class RatingColumns:
    """Who gave which pair what: seventeen bytes a score, people numbered by pseudonym."""

    def __init__(self) -> None:
        self._pair, self._worker, self._relevance = array("q"), array("l"), array("b")
        self._numbers: dict[str, int] = {}

    def add(self, grade: Grade | RawScore) -> None:
        """One more score."""
        self._pair.append(grade.pair_id)
        self._worker.append(self._numbers.setdefault(grade.worker, len(self._numbers)))
        self._relevance.append(grade.relevance)

    def __len__(self) -> int:
        return len(self._pair)

    @property
    def workers(self) -> list[str]:
        """The pseudonyms in order."""
        return sorted(self._numbers)

    def columns(self) -> Columns:
        """The columns `pair`, `worker` (a place in `workers`) and `relevance`, by pair, then worker."""
        place = {worker: at for at, worker in enumerate(self.workers)}
        in_order = np.array([place[worker] for worker in self._numbers], dtype=np.int64)
        pair, worker = np.array(self._pair, dtype=np.int64), np.array(self._worker, dtype=np.int64)
        worker = in_order[worker] if len(worker) else worker
        order = np.lexsort((worker, pair))
        relevance = np.array(self._relevance, dtype=np.int64)
        return {"pair": pair[order], "worker": worker[order], "relevance": relevance[order]}
