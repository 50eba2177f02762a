"""A run of which every value was checked, in whichever format it came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluation.metrics.columns import Floats, Ints


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """Queries by their number of predictions, and these query by query, best first.

    `video` is a place in `video_names`. `unknown_moments` counts the predictions of a TREC run whose document nobody
    knows; None in formats that give times.
    """

    path: Path
    queries: Mapping[str, int]
    video_names: list[str]
    video: Ints
    start_s: Floats
    end_s: Floats
    score: Floats
    unknown_moments: int | None = None
