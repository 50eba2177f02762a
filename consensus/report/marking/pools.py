"""How large the pools of candidate clips are, and what chance reaches in them (M6)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from annotator.text.section import Cell, Plot, Section
from consensus.labels.marked_rows import TASKS
from consensus.report.dataset import ALL, histogram, summary
from consensus.report.marking.counts import MarkedCounts


def of_pools(counts: MarkedCounts) -> Section:
    """Clips a pool, and the chance of R@1 by task and overall, the plain mean of the tasks."""
    sizes = [video.truth_clips + video.fillers for video in counts.videos]
    truths, fillers = ([*column] for column in zip(*((v.truth_clips, v.fillers) for v in counts.videos), strict=True))
    by_task = {task: _chances(counts, task) for task in TASKS}
    chances = {task: found for task, found in by_task.items() if found}
    overall = fmean(fmean(found) for found in chances.values())
    measures: list[tuple[str, Sequence[float]]] = [
        ("clips a pool", sizes),
        ("truth clips a pool", truths),
        ("fillers a pool", fillers),
        *((f"chance of R@1, {task} (%)", [100 * chance for chance in found]) for task, found in chances.items()),
    ]
    rows: list[tuple[Cell, ...]] = [(name, *summary(values)) for name, values in measures]
    rows.append((f"chance of R@1, {ALL} tasks (%)", len(chances), None, round(100 * overall, 2), None))
    sentence = (
        f"The {len(sizes):,} pools have {fmean(sizes):.1f} clips on average. A clip drawn at random from its video's "
        f"pool answers the question with a chance of {100 * overall:.1f}%, the plain mean of the tasks (R@1)."
    )
    plot = Plot("pool_size", "histogram", f"Distribution of clips a pool. {sentence}", "clips", "count",
                histogram(sizes))  # fmt: skip
    header = ("measure", "n", "minimum", "mean", "maximum")
    return Section("pools", "Pools and chance", sentence, header, tuple(rows), (plot,))


def _chances(counts: MarkedCounts, task: str) -> list[float]:
    return [one.chance for video in counts.videos for one in video.questions if one.task == task]
