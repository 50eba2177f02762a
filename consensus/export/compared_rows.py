"""The rows of an export that are compared, each checked as it is read: labels, unjudged pairs, adjudications."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from consensus.export.formats.adjudicated import ADJUDICATED
from consensus.export.formats.raw import UNJUDGED
from consensus.export.opening import OpenedExport
from moments.base.errors import BadInput

LABEL_NUMBERS = ("pair_id", "query_id", "relevance")
UNJUDGED_NUMBERS = ("pair_id", "query_id")

Row = Mapping[str, Any]


def label_lines(export: OpenedExport, split: str) -> Iterator[tuple[int, str]]:
    """Each label's pair and its line; none where the export lacks the split. Raises BadInput for what is no label."""
    if split in export.splits:
        for row, line in _listed(export, f"{split}.json"):
            yield row["pair_id"], line


def unjudged_rows(export: OpenedExport) -> dict[int, dict[str, Any]]:
    """The unjudged pairs by number; raises BadInput for a row that has no pair, query and split."""
    found: dict[int, dict[str, Any]] = {}
    if UNJUDGED in export.manifest["files"]:
        for number, line in enumerate(export.lines(UNJUDGED), start=1):
            where = f"{export.path}: {UNJUDGED} line {number}"
            row = _object(line, where, UNJUDGED_NUMBERS)
            if not isinstance(row.get("split"), str):
                raise BadInput(f"{where}: split: expected text, got {shown(repr(row.get('split')))}")
            found[row["pair_id"]] = row
    return found


def adjudicated_rows(export: OpenedExport) -> dict[int, dict[str, Any]]:
    """The adjudicated pairs by number, none where the export is from before there were such; raises BadInput."""
    if ADJUDICATED not in export.manifest["files"]:
        return {}
    return {row["pair_id"]: row for row, _ in _listed(export, ADJUDICATED)}


def _listed(export: OpenedExport, name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of a JSON list with the columns of labels, each with its line; the export writes one a line."""
    entry = 0
    for line in export.lines(name):
        text = line.strip().rstrip(",")
        if text not in ("", "[", "]", "[]"):
            entry += 1
            yield _object(text, f"{export.path}: {name} entry {entry}", LABEL_NUMBERS), text


def object_in(text: str, where: str) -> dict[str, Any]:
    """The JSON object of a line; raises BadInput, beginning with `where`, for anything else."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}: not JSON: {shown(text)}") from error
    if not isinstance(entry, dict):
        raise BadInput(f"{where}: expected an object, got {shown(text)}")
    return entry


def _object(text: str, where: str, numbers: Sequence[str]) -> dict[str, Any]:
    """An object that holds these integers; raises BadInput, beginning with `where`, for anything else."""
    entry = object_in(text, where)
    for name in numbers:
        if name not in entry:
            raise BadInput(f"{where}: {name}: is missing")
        if type(entry[name]) is not int:
            raise BadInput(f"{where}: {name}: expected an integer, got {shown(repr(entry[name]))}")
    return entry


def shown(text: str) -> str:
    """A line of a file for a message: cut, and without what could break the message's line."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text[:81])
    return text if len(text) <= 80 else f"{text[:77]}..."


def differing(old: Row, new: Row, *, but: Collection[str] = ()) -> dict[str, list[Any]]:
    """The keys of either row that differ, with both values, without those in `but`."""
    names = [name for name in {**old, **new} if name not in but]
    return {name: [old.get(name), new.get(name)] for name in names if old.get(name) != new.get(name)}


def steps_apart(
    was: Mapping[str, Row], now: Mapping[str, Row], *, besides: Collection[str]
) -> Iterator[tuple[str, str, Row, Row]]:
    """Rows that were added, removed or changed: the step, the key and both rows; none of those `besides`."""
    for key in was.keys() | now.keys():
        old, new = was.get(key, {}), now.get(key, {})
        if key not in besides and old != new:
            yield "changed" if old and new else "added" if new else "removed", key, old, new
