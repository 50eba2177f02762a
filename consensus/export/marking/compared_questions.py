"""The questions and pools of an export that are compared, each checked as it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from consensus.export.compared_rows import Row, object_in, shown
from consensus.export.formats.raw import UNJUDGED
from consensus.export.opening import OpenedExport
from moments.base.errors import BadInput

FOLDER = "momentseeker/"
TEXTS = ("question_id", "task", "qry_text", "video_name")
UNJUDGED_TEXTS = ("question_id", "split", "task", "outcome", "reason")
COMPARED = ("task", "qry_text", "video_name", "domain", "duration", "condition", "adjudicated")
"""The keys of a question beside its truth; `split` is added to them."""


@dataclass(slots=True)
class Questions:
    """An export's questions by id, without their candidates, and of each video the paths of its pool in order."""

    rows: dict[str, Row] = field(default_factory=dict)
    pools: dict[str, list[str]] = field(default_factory=dict)


def questions_in(export: OpenedExport) -> Questions:
    """All questions of all splits and tasks; raises BadInput, naming file and entry, for what is none."""
    found = Questions()
    for name in sorted(export.manifest["files"]):
        if name.startswith(FOLDER) and name.endswith(".json"):
            split = name.removeprefix(FOLDER).partition("/")[0]
            for entry, where in _entries(export, name):
                row = {key: entry.get(key) for key in COMPARED}
                found.rows[entry["question_id"]] = row | {"split": split, "timestamps": entry["timestamps"]}
                # A question lacks the clips with its own condition: the longest list is the pool, or nearly so.
                pool, known = _paths(entry, where), found.pools.get(entry["video_name"], [])
                found.pools[entry["video_name"]] = pool if len(pool) > len(known) else known
    return found


def unjudged_in(export: OpenedExport) -> dict[str, Row]:
    """The questions without a truth by id; raises BadInput for a row that is none."""
    found: dict[str, Row] = {}
    for number, line in enumerate(export.lines(UNJUDGED), start=1):
        where = f"{export.path}: {UNJUDGED} line {number}"
        row = object_in(line, where)
        _require_texts(row, where, UNJUDGED_TEXTS)
        found[row["question_id"]] = row
    return found


def _entries(export: OpenedExport, name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The entries of a file, one a line, each with where it is."""
    number = 0
    for line in export.lines(name):
        text = line.strip().rstrip(",")
        if text not in ("", "[", "]", "[]"):
            number += 1
            where = f"{export.path}: {name} entry {number}"
            entry = object_in(text, where)
            _require_texts(entry, where, TEXTS)
            if not _is_truth(entry.get("timestamps")):
                raise BadInput(f"{where}: timestamps: expected pairs of numbers, got {_said(entry, 'timestamps')}")
            yield entry, where


def _require_texts(row: Row, where: str, names: tuple[str, ...]) -> None:
    for name in names:
        if not isinstance(row.get(name), str):
            raise BadInput(f"{where}: {name}: expected text, got {_said(row, name)}")


def _is_truth(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(one) in (int, float) for one in pair) for pair in value
    )


def _paths(entry: Row, where: str) -> list[str]:
    try:
        return [str(one["output_path"]) for one in entry["candidate_video_list"]]
    except (KeyError, TypeError) as error:
        raise BadInput(f"{where}: candidate_video_list: expected objects with output_path") from error


def _said(row: Row, name: str) -> str:
    return shown(json.dumps(row.get(name), ensure_ascii=False))
