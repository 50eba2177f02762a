"""What an evaluation of twins found, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaluation.twins.metrics.items import DIRECTIONS
from evaluation.twins.scoring.published import published_lines

Figures = dict[str, Any]


def as_lines(figures: Figures) -> str:
    """Counts, then a line a measure by direction and task; another run's values and the tests; published rows last."""
    lines = [f"{name.replace('_', ' ')}: {count}" for name, count in figures["counts"].items()]
    against = figures.get("against", {}).get("directions", {})
    for direction, tasks in figures["directions"].items():
        for task, part in tasks.items():
            lines += [
                "",
                f"{DIRECTIONS[direction]}, {task}: {part['items']:,} items, {part['candidates']:,} candidates",
            ]
            lines += _rows(part, against.get(direction, {}).get(task, {}))
    if "published" in figures:
        lines += ["", *published_lines(figures["published"])]
    return "\n".join(lines)


def _rows(part: Figures, other: Figures) -> Iterator[str]:
    width = max(map(len, part["measures"]))
    for name, value in part["measures"].items():
        chance = _shown(part["chance"][name])
        line = f"{name:<{width}}  {_shown(value)}{_range(part.get('intervals'), name)}  chance {chance}"
        if other:
            difference = other["differences"][name]
            apart = "not known" if difference is None else f"{difference:+.4f}"
            line += f"  against {_shown(other['measures'][name])}"
            line += f"  difference {apart}{_range(other.get('difference_intervals'), name)}"
        yield line
    if other:
        test = other["mcnemar"]
        yield (
            f"only this run is right on {test['only_first']:,}, only the other on {test['only_second']:,}: "
            f"p = {test['p']:.4g} (McNemar, exact, {test['measure']})"
        )


def _shown(value: float | None) -> str:
    return "not known" if value is None else f"{value:.4f}"


def _range(intervals: Figures | None, name: str) -> str:
    ends = (intervals or {}).get(name)
    return f" [{ends[0]:.4f}, {ends[1]:.4f}]" if ends else ""
