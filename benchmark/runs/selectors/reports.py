"""A campaign's runs as figures and lines: means, means over seeds, and published rows beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from benchmark.models import Run
from benchmark.runs.selectors.runs import LabelsInForce, SeedGroup, Shown, scores_of, seed_groups, value_of
from evaluation.metrics.ndcg import NDCG
from evaluation.scoring.published import published_figures, published_lines


def group_data(group: SeedGroup) -> dict[str, Any]:
    """A group with every split's and measure's spread, as JSON takes it."""
    splits: dict[str, dict[str, Any]] = {}
    for split, found in group.scores[0].summary.items():
        spreads = {name: group.spread(name, split) for name in found["measures"]}
        splits[split] = {name: asdict(spread) for name, spread in spreads.items() if spread is not None}
    return {
        "system": group.system,
        "seeds": group.seeds,
        "runs": [scores.run.number for scores in group.scores],
        "splits": splits,
    }


def runs_figures(runs: Sequence[Run], labels: LabelsInForce | None, shown: Shown, *, published: bool) -> dict[str, Any]:
    """One measure of every run that is scored against the labels in force, and of the groups by seed."""
    measure = NDCG.named(shown.k, shown.iou)
    current = [
        (run, value_of(scores, measure, shown.split))
        for run in runs
        if (scores := scores_of(run)) is not None and labels is not None and scores.snapshot_id == labels.snapshot.pk
    ]
    spreads = [(group, group.spread(measure, shown.split)) for group in seed_groups(runs, labels)]
    figures: dict[str, Any] = {
        "measure": measure,
        "split": shown.split,
        "runs": [
            {"run": run.number, "name": run.name, "kind": run.kind, **asdict(value)} for run, value in current if value
        ],
        "groups": [
            {"system": group.system, "seeds": group.seeds, **asdict(spread)} for group, spread in spreads if spread
        ],
    }
    return figures | ({"published": published_figures()} if published else {})


def runs_lines(figures: dict[str, Any]) -> Iterator[str]:
    """The same as lines."""
    yield f"{figures['measure']}, split {figures['split']}"
    for run in figures["runs"]:
        yield f"run {run['run']}, {run['name']}: {run['mean']:.4f} [{run['low']:.4f}, {run['high']:.4f}]"
    for group in figures["groups"]:
        seeds = ", ".join(map(str, group["seeds"]))
        yield f"{group['system']}, seeds {seeds}: {group['mean']:.4f} ± {group['deviation']:.4f}"
    if "published" in figures:
        yield from published_lines(figures["published"], [figures["measure"]])
