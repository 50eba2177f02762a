"""The layout that RTime was published in: an object by raw video, with the captions of both directions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import Where, keys, shown, strings
from evaluation.twins.reading.entries import Entry

BACKWARD_ENDING = "_rev"
"""The published files name raw videos only; the backward one gets the raw one's name and this."""


def published_entries(document: dict[str, Any], path: Path, split: str) -> Iterator[Entry]:
    """The raw video and, where `reverse` is true, the backward one; of several captions the first is used."""
    for vid, entry in document.items():
        where = f"{path} video {shown(vid)}"
        name = keys([vid], _at(where), "vid")[0]
        if not isinstance(entry, dict):
            raise EvaluationError(f"{where}: expected an object, got {shown(entry)}")
        has_twin = entry.get("reverse")
        if type(has_twin) is not bool:
            raise EvaluationError(f"{where}: reverse: expected true or false, got {shown(has_twin)}")
        caption, further = _caption(entry, "forward_captions", where)
        twin = f"{name}{BACKWARD_ENDING}"
        yield Entry(where, name, caption, split, forward=True, reverse=twin * has_twin, further_captions=further)
        if has_twin:
            caption, further = _caption(entry, "reverse_captions", where)
            yield Entry(where, twin, caption, split, forward=False, reverse=name, further_captions=further)


def _caption(entry: dict[str, Any], key: str, where: str) -> tuple[str, int]:
    captions = entry.get(key)
    if not isinstance(captions, list) or not captions:
        raise EvaluationError(f"{where}: {key}: expected a list that is not empty, got {shown(captions)}")
    return strings(captions, _at(where), key)[0], len(captions) - 1


def _at(where: str) -> Where:
    return lambda _: where
