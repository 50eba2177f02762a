"""Figures of the paper that proposed the tasks, shown beside a run on request; no test expects them of a system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from evaluation.twins.metrics.accuracy import ACCURACY
from evaluation.twins.metrics.items import BINARY, HARD, ORIGIN
from evaluation.twins.metrics.recall import RECALL

BENCHMARK = "RTime"
DIRECTION = "text_to_video"
SOURCE = (
    "Du and others, Reversed in Time: A Novel Temporal-Emphasized Benchmark for Cross-Modal Video-Text Retrieval, "
    "arXiv 2412.19178, 2024"
)
NOTES = (
    "The figures hold for the test videos of that benchmark only: 1,000 forward ones, 2,000 with their twins.",
    "The published test split has two twins with equal captions and four captions twice, so not even "
    "a perfect system is right on all of it.",
)
COLUMNS = ((ORIGIN.name, f"{RECALL.name}@1"), (HARD.name, f"{RECALL.name}@1"), (BINARY.name, ACCURACY.name))


class PublishedRow(NamedTuple):
    """One system's text-to-video figures in the order of COLUMNS, in percent as printed."""

    system: str
    percent: tuple[float, float, float]


PUBLISHED = (
    PublishedRow("UMT", (86.3, 45.0, 51.2)),
    PublishedRow("UMT-Neg", (84.6, 46.3, 54.5)),
)


def published_figures() -> dict[str, Any]:
    """The rows with their source and notes, as a report holds them."""
    names = [f"{task} {measure}" for task, measure in COLUMNS]
    return {
        "benchmark": BENCHMARK,
        "direction": DIRECTION,
        "percent": {row.system: dict(zip(names, row.percent, strict=True)) for row in PUBLISHED},
        "source": SOURCE,
        "notes": list(NOTES),
    }


def published_lines(published: dict[str, Any]) -> Iterator[str]:
    """What a report says of them."""
    yield f"published on {published['benchmark']}, text to video, in percent"
    width = max(map(len, published["percent"]))
    for system, figures in published["percent"].items():
        yield f"{system:<{width}}  " + "  ".join(f"{name} {value:.1f}" for name, value in figures.items())
    yield f"source: {published['source']}"
    yield from published["notes"]
