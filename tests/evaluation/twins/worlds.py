"""Small splits and runs of twins, and the measures written a second time: item by item, from sorted lists."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np

from evaluation.twins.metrics.items import TwinItems


def entries(twins: int, singles: int = 0, split: str = "test") -> list[dict[str, Any]]:
    """Labels in the project's layout: v0 and its twin b0, and so on, then forward videos without a twin."""
    rows = []
    for at in range(twins + singles):
        has_twin = at < twins
        rows.append(entry(f"v{at}", "forward", f"b{at}" if has_twin else None, split))
        if has_twin:
            rows.append(entry(f"b{at}", "backward", f"v{at}", split))
    return rows


def entry(vid: Any, direction: str, reverse: Any, split: str = "test", **others: Any) -> dict[str, Any]:
    """One video."""
    row = {"vid": vid, "caption": f"{vid} moves", "split": split, "temporal": True, "rewrites": []}
    return row | {"direction": direction, "reverse": reverse} | others


def labels_file(folder: Path, rows: Any) -> Path:
    """A file of labels."""
    path = folder / "labels.json"
    path.write_text(json.dumps(rows))
    return path


def items_of(twins: int, singles: int = 0) -> TwinItems:
    """The items of `entries`, without a file between."""
    rows = entries(twins, singles)
    place = {row["vid"]: at for at, row in enumerate(rows)}
    forward = np.array([row["direction"] == "forward" for row in rows])
    return TwinItems(list(place), forward, np.array([place.get(row["reverse"], -1) for row in rows]))


def run_file(folder: Path, scores: np.ndarray, texts: Any, videos: Any | None = None, *, packed: bool = False) -> Path:
    """A matrix of scores with its names."""
    path = folder / "run.npz"
    arrays = {"scores": scores, "texts": np.array(texts), "videos": np.array(texts if videos is None else videos)}
    (np.savez_compressed if packed else np.savez)(path, **arrays)
    return path


def plainly(items: TwinItems, scores: np.ndarray, ks: tuple[int, ...] = (1, 5, 10)) -> dict[str, dict[str, float]]:
    """The measures of text to video, by their definitions; of video to text for the transposed matrix.

    `scores[t][v]` are in the order of the items.
    """
    every = range(len(items.names))
    forward = [item for item in every if items.forward[item]]
    found = {}
    for task, asked in (("Origin", forward), ("Hard", list(every))):
        ranks = [
            plain_rank(float(scores[item][item]), [float(scores[item][other]) for other in asked]) for item in asked
        ]
        found[task] = {f"R@{k}": mean(rank <= k for rank in ranks) for k in ks}
        found[task] |= {"MedR": median(ranks), "MeanR": mean(ranks)}
    right = []
    for item in (one for one in every if items.twin[one] >= 0):
        own, twin = float(scores[item][item]), float(scores[item][items.twin[item]])
        right.append(1.0 if own > twin else 0.5 if own == twin else 0.0)
    found["Binary"] = {"Accuracy": mean(right)}
    return found


def plain_rank(own: float, scores: list[float]) -> float:
    """The mean of the places, from 1, that the own score has in the sorted list."""
    ordered = sorted(scores, reverse=True)
    return mean(place for place, score in enumerate(ordered, 1) if score == own)
