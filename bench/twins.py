"""Measures how long a run of twins takes, beside one argsort of its matrix, and how much memory larger ones need.

    .venv/bin/python bench/twins.py

A run of published size is 2,000 texts × 2,000 videos. Reading it with its names, all measures in both directions, and
1,000 resamples are timed; the argsort is what a plain evaluator does once a direction and task.
"""

from __future__ import annotations

import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from evaluation.twins.metrics.settings import TwinSettings  # noqa: E402
from evaluation.twins.reading.labels import TwinLabels  # noqa: E402
from evaluation.twins.reading.run import read_twin_run  # noqa: E402
from evaluation.twins.scoring.figures import figures_of  # noqa: E402
from tests.evaluation.twins.worlds import items_of, run_file  # noqa: E402

PUBLISHED, LARGER = 2000, (4000, 8000, 16_000)
SETTINGS = TwinSettings()


def timed(work: Callable[[], Any], times: int = 5) -> float:
    """The best of several times, in seconds."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return min(found)


def labels_of(videos: int) -> TwinLabels:
    """Twins only."""
    return TwinLabels("labels", items_of(videos // 2), {})


def evaluated(path: Path, labels: TwinLabels, resamples: int = 0) -> Any:
    """From the file to the figures."""
    run = read_twin_run(path, labels, width=SETTINGS.width)
    return figures_of(labels.items, run.answers, SETTINGS, resamples=resamples, seed=1)


def published_size(folder: Path) -> None:
    """The time of one run, as numpy saves it in several ways."""
    labels = labels_of(PUBLISHED)
    scores = np.random.default_rng(0).normal(size=(PUBLISHED, PUBLISHED)).astype(np.float32)
    sort_s = timed(lambda: np.argsort(-scores, axis=1))
    print(f"one argsort of 2,000 × 2,000      {sort_s:6.3f} s")
    for name, dtype, packed in (("float32", "f4", False), ("float32, packed", "f4", True), ("float16", "f2", False)):
        path = run_file(folder, scores.astype(dtype), labels.items.names, packed=packed)
        seconds = timed(lambda path=path: evaluated(path, labels))
        print(f"file to figures, {name:<16} {seconds:6.3f} s, {seconds / sort_s:4.2f} of an argsort (wanted: 1 s)")
    seconds = timed(lambda: evaluated(path, labels, 1000), 2)
    print(f"the same with 1,000 resamples     {seconds:6.3f} s")


def memory(folder: Path) -> None:
    """What larger matrices take at the most, numpy's arrays included."""
    for videos in LARGER:
        labels = labels_of(videos)
        path = run_file(folder, np.zeros((videos, videos), dtype=np.float16), labels.items.names)
        tracemalloc.start()
        begin = time.perf_counter()
        evaluated(path, labels)
        seconds, peak = time.perf_counter() - begin, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        megabytes = path.stat().st_size / 2**20
        print(
            f"{videos:6,} × {videos:6,} float16, {megabytes:5.0f} MiB: {seconds:6.2f} s, peak {peak / 2**20:4.0f} MiB"
        )


def main() -> None:
    """Both."""
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        published_size(Path(scratch))
        memory(Path(scratch))


if __name__ == "__main__":
    main()
