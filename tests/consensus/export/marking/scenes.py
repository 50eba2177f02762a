"""A small marking campaign, decided and ready to export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.marking.segments import Segment
from consensus.export.formats.registry import MARKING_FORMATS
from consensus.export.services.exporting import Exported, export_labels
from moments.models import Campaign
from tests.built_once import built_once
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

ODD = '"quoted", \\ back\n\u2028\u202e ## 🎬'


def at(*ends: float) -> tuple[Segment, ...]:
    """Segments from their ends in seconds."""
    times = [round(1000 * end) for end in ends]
    return tuple(Segment(start, end) for start, end in zip(times[::2], times[1::2], strict=True))


VIDEOS = [
    WorldVideo(
        "square",
        120_500,
        "sports",
        [
            WorldQuestion(at(10, 20), "Who waves?", caption="a man in red waves"),
            WorldQuestion(at(30.25, 36, 80, 95.5), "Who runs?"),
            WorldQuestion(at(5, 7), "What does the person do next?", shown_ms=34_000, window=(33_000, 36_500)),
            WorldQuestion(at(12, 21), "Who waves or bows?", adjudicated=True),
        ],
    ),
    WorldVideo("big house", 40_000, "", [WorldQuestion(at(0.2, 3), ODD), WorldQuestion(at(1, 2), "Who?", "val")]),
    WorldVideo("film/a", 61_000, "movies", [WorldQuestion(at(59.5, 61), "Who goes?")]),
]
QUESTIONS = ["1", "1-ca", "2", "3", "3-vms", "4", "5", "6", "7"]


@built_once
def marked_campaign() -> Campaign:
    """Seven questions on three videos; one caption, one clip; one of them adjudicated, one in another split."""
    campaign, members = marking_campaign(videos=0, opened=False)
    store_world(campaign, VIDEOS, members[0], members[1])
    return campaign


def export(campaign: Campaign, out: Path, formats: Sequence[str] = tuple(MARKING_FORMATS), **options: bool) -> Exported:
    """The campaign's export in `out`."""
    return export_labels(campaign=campaign, out=out, formats=formats, partial=options.get("partial", False))


def entries(out: Path, task: str, split: str = "test") -> list[dict[str, Any]]:
    """What the file of a task says, by the standard library."""
    found: list[dict[str, Any]] = json.loads((out / f"momentseeker/{split}/{task}.json").read_text(encoding="utf-8"))
    return found


def objects(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
