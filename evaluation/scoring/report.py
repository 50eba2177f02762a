"""What an evaluation found, as one JSON object or as lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluation.metrics.columns import Floats
from evaluation.reading.writing import write_whole
from evaluation.scoring.bootstrap import interval
from evaluation.scoring.published import published_lines
from evaluation.scoring.scores import Scores

Figures = dict[str, Any]


def figures_of(scores: Scores, *, resamples: int, seed: int) -> Figures:
    """The means, and with resamples their 95% intervals."""
    figures: Figures = {"measures": scores.means()}
    if resamples:
        figures["intervals"] = _intervals(scores.names, scores.values, resamples, seed)
    return figures


def difference_of(scores: Scores, against: Scores, *, resamples: int, seed: int) -> Figures:
    """The other run's means and, first minus other, the differences with their paired intervals."""
    apart = Scores(scores.names, scores.values - against.values)
    figures: Figures = {"measures": against.means(), "differences": apart.means()}
    if resamples:
        figures["difference_intervals"] = _intervals(apart.names, apart.values, resamples, seed)
    return figures


def _intervals(names: list[str], values: Floats, resamples: int, seed: int) -> dict[str, list[float]]:
    low, high = interval(values, resamples=resamples, seed=seed)
    return {name: [float(low[at]), float(high[at])] for at, name in enumerate(names)}


def as_lines(figures: Figures) -> str:
    """A line a count and a line a measure: value, interval, and against another run its value and the difference.

    The similarity order and the published rows follow where they are asked for.
    """
    lines = [f"queries: {figures['queries']}"]
    lines += [f"{name.replace('_', ' ')}: {count}" for name, count in figures["counts"].items()]
    width = max(map(len, figures["measures"]))
    other = figures.get("against", {})
    for name, value in figures["measures"].items():
        line = f"{name:<{width}}  {value:.4f}{_range(figures.get('intervals'), name)}"
        if other:
            apart = f"{other['differences'][name]:+.4f}{_range(other.get('difference_intervals'), name)}"
            line += f"  against {other['measures'][name]:.4f}  difference {apart}"
        lines.append(line)
    order = figures.get("similarity_order", {})
    if order:
        lines += ["similarity order of the labels"]
        lines += [
            f"{name:<{width}}  {value:.4f}{_range(order.get('intervals'), name)}"
            for name, value in order["measures"].items()
        ]
    if "published" in figures:
        lines += published_lines(figures["published"], list(figures["measures"]))
    return "\n".join(lines)


def _range(intervals: Mapping[str, list[float]] | None, name: str) -> str:
    return f" [{intervals[name][0]:.4f}, {intervals[name][1]:.4f}]" if intervals else ""


def write_per_query(scores: Scores, query_ids: list[str], path: Path) -> None:
    """A JSON object: query id → measure → value, a query on a line."""
    rows = zip(query_ids, scores.values.tolist(), strict=True)
    lines = (f"{json.dumps(query)}: {json.dumps(dict(zip(scores.names, row, strict=True)))}" for query, row in rows)
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
