"""A list of videos, each with its caption, split, direction and twin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import Where, keys, shown, strings

DIRECTION_WORDS = {"forward": True, "backward": False}
NEEDED = ("vid", "caption", "split", "reverse", "direction")


class Entry(NamedTuple):
    """A video: its name, its caption, its split, the name of its twin or nothing, and where the file says so."""

    where: str
    vid: str
    caption: str
    split: str
    forward: bool
    reverse: str
    further_captions: int = 0


def listed_entries(document: list[Any], path: Path) -> Iterator[Entry]:
    """Each video of this project's layout; `temporal`, `rewrites` and other keys are not read."""
    for place, entry in enumerate(document, 1):
        where = f"{path} entry {place}"
        if not isinstance(entry, dict):
            raise EvaluationError(f"{where}: expected an object, got {shown(entry)}")
        for key in NEEDED:
            if key not in entry:
                raise EvaluationError(f"{where}: {key}: is missing")
        if entry["direction"] not in tuple(DIRECTION_WORDS):
            wanted = " or ".join(DIRECTION_WORDS)
            raise EvaluationError(f"{where}: direction: expected {wanted}, got {shown(entry['direction'])}")
        reverse = entry["reverse"]
        yield Entry(
            where,
            keys([entry["vid"]], _at(where), "vid")[0],
            strings([entry["caption"]], _at(where), "caption")[0],
            strings([entry["split"]], _at(where), "split")[0],
            DIRECTION_WORDS[entry["direction"]],
            "" if reverse is None else keys([reverse], _at(where), "reverse")[0],
        )


def _at(where: str) -> Where:
    return lambda _: where
