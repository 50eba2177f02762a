"""Format `raw`: every judgement and every assignment, with its person's pseudonym; and moments without a caption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.formats.raw import UNJUDGED
from consensus.export.marking.json_objects import json_object
from consensus.export.marking.row_files import RowFiles
from consensus.export.twins.twin_format import TwinFormat
from consensus.labels.twin_rows import AssignmentRow, DroppedMoment, JudgementRow

JUDGEMENTS = "judgements.jsonl"
ASSIGNMENTS = "assignments.jsonl"


@contextmanager
def judgements_writer(folder: Folder) -> Iterator[Callable[[JudgementRow], None]]:
    """Takes judgements and writes `judgements.jsonl`."""
    with RowFiles(folder) as files:
        yield lambda row: files.write(JUDGEMENTS, _line(row))


@contextmanager
def assignments_writer(folder: Folder) -> Iterator[Callable[[AssignmentRow], None]]:
    """Takes assignments and writes `assignments.jsonl`."""
    with RowFiles(folder) as files:
        yield lambda row: files.write(ASSIGNMENTS, _line(row))


def write_dropped(folder: Folder, moments: Iterable[DroppedMoment]) -> dict[str, int]:
    """`unjudged.jsonl`: the moments without a caption, with the reason; how many by outcome."""
    counts: dict[str, int] = {}
    with folder.text(UNJUDGED) as stream:
        for one in moments:
            stream.write(_line(one))
            counts[one.outcome] = counts.get(one.outcome, 0) + 1
    folder.rows[UNJUDGED] = sum(counts.values())
    return counts


def _line(row: NamedTuple) -> str:
    values = row._asdict().items()
    fields = {name: quoted(value) if isinstance(value, str) else json.dumps(value) for name, value in values}
    return f"{json_object(fields)}\n"


TWIN_RAW = TwinFormat(
    name="raw",
    description="every judgement and assignment with its person's pseudonym",
    is_default=True,
    judgements=judgements_writer,
    assignments=assignments_writer,
)
