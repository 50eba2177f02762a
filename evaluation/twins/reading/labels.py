"""Reads which videos of a split are twins, in this project's layout or in the one that RTime was published in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import shown
from evaluation.reading.document import read_document
from evaluation.twins.metrics.items import TwinItems
from evaluation.twins.reading.entries import Entry, listed_entries
from evaluation.twins.reading.published_form import published_entries


@dataclass(frozen=True, slots=True)
class TwinLabels:
    """The items of a split, and counts of what the reader should know."""

    name: str
    items: TwinItems
    counts: Mapping[str, int]


def read_twin_labels(path: Path, *, split: str = "test") -> TwinLabels:
    """The labels of one split of a file.

    A file that is a list has this project's layout, an object RTime's, whose files are one split each. Raises
    EvaluationError, naming file, entry and field, for the first thing that is wrong in any split: a video twice, a twin
    that is missing, in another split, of the same direction or somebody else's twin, a backward video without one.
    """
    document = read_document(path)
    if isinstance(document, dict):
        entries = list(published_entries(document, path, split))
    elif isinstance(document, list):
        entries = list(listed_entries(document, path))
    else:
        raise EvaluationError(f"{path}: expected a list of videos, or an object by video, got {shown(document)}")
    _check(entries)
    chosen = [entry for entry in entries if entry.split == split]
    if not any(entry.reverse for entry in chosen):
        raise EvaluationError(f"{path}: there are no twins in the split {shown(split)}")
    return TwinLabels(f"{path} ({split})", _items(chosen), _counts(chosen))


def _check(entries: list[Entry]) -> None:
    by_name: dict[str, Entry] = {}
    for entry in entries:
        if entry.vid in by_name:
            raise EvaluationError(f"{entry.where}: vid: {shown(entry.vid)} is already in {by_name[entry.vid].where}")
        by_name[entry.vid] = entry
    for entry in entries:
        for problem in _problems(entry, by_name):
            raise EvaluationError(f"{entry.where}: reverse: {problem}")


def _problems(entry: Entry, by_name: Mapping[str, Entry]) -> Iterator[str]:
    if not entry.reverse:
        if not entry.forward:
            yield "a backward video has to have a twin"
        return
    twin = by_name.get(entry.reverse)
    if twin is None:
        yield f"{shown(entry.reverse)} is not in the file"
    elif twin is entry:
        yield "a video cannot be its own twin"
    elif twin.reverse != entry.vid:
        yield f"{shown(entry.reverse)} is a twin of {shown(twin.reverse or None)}, not of {shown(entry.vid)}"
    elif twin.forward == entry.forward:
        yield f"{shown(entry.reverse)} runs in the same direction"
    elif twin.split != entry.split:
        yield f"{shown(entry.reverse)} is in the split {shown(twin.split)}, not in {shown(entry.split)}"


def _items(entries: list[Entry]) -> TwinItems:
    place = {entry.vid: at for at, entry in enumerate(entries)}
    forward = np.array([entry.forward for entry in entries], dtype=np.bool_)
    twin = np.array([place[entry.reverse] if entry.reverse else -1 for entry in entries], dtype=np.int64)
    return TwinItems(list(place), forward, twin)


def _counts(entries: list[Entry]) -> dict[str, int]:
    captions = {entry.vid: " ".join(entry.caption.split()).casefold() for entry in entries}
    times = Counter(captions.values())
    twins = [entry for entry in entries if entry.reverse and entry.forward]
    return {
        "videos": len(entries),
        "forward_videos": sum(entry.forward for entry in entries),
        "twins": len(twins),
        "twins_with_equal_captions": sum(captions[entry.vid] == captions[entry.reverse] for entry in twins),
        "captions_that_appear_again": sum(count - 1 for count in times.values()),
        "captions_not_used": sum(entry.further_captions for entry in entries),
    }
