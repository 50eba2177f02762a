"""Format `raw`: what every person marked, in the lines that `settle_markings` reads; and questions without a truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line as quoted
from consensus.export.formats.raw import UNJUDGED
from consensus.export.marking.json_objects import json_object
from consensus.export.marking.marking_format import MarkingFormat
from consensus.export.marking.row_files import RowFiles
from consensus.labels.marked_rows import MarkingRow, Unanswered

MARKINGS = "markings.jsonl"
OPINIONS = "question_checks.jsonl"
THIRD = "third"


@contextmanager
def markings_writer(folder: Folder) -> Iterator[Callable[[MarkingRow], None]]:
    """Takes markings and writes `markings.jsonl`, and what markers said of the questions to `question_checks.jsonl`."""
    with RowFiles(folder) as files:

        def take(row: MarkingRow) -> None:
            files.write(MARKINGS, _marking(row))
            if row.specific is not None or row.complete is not None:
                files.write(OPINIONS, _opinion(row))

        yield take


def _marking(row: MarkingRow) -> str:
    fields = {
        "question": quoted(row.question_id),
        "video": quoted(row.video_name),
        "duration_ms": str(row.duration_ms),
        "role": quoted(row.role),
        "worker": quoted(row.worker),
    }
    if row.role == THIRD:
        fields["answers"] = json.dumps([{"piece": span, "answer": answer} for span, answer in row.answers])
    else:
        fields["segments"] = json.dumps(row.segments)
    return f"{json_object(fields)}\n"


def _opinion(row: MarkingRow) -> str:
    answers = {"specific": row.specific, "condition_needed": row.condition_needed, "complete": row.complete}
    fields = {"question": quoted(row.question_id), "worker": quoted(row.worker)}
    return f"{json_object(fields | {name: json.dumps(answer) for name, answer in answers.items()})}\n"


def write_unanswered(folder: Folder, questions: Iterable[Unanswered]) -> dict[str, int]:
    """`unjudged.jsonl`: the submitted questions without a truth, with the reason; how many by outcome."""
    counts: dict[str, int] = {}
    with folder.text(UNJUDGED) as stream:
        for one in questions:
            stream.write(f"{json_object({name: quoted(value) for name, value in one._asdict().items()})}\n")
            counts[one.outcome] = counts.get(one.outcome, 0) + 1
    folder.rows[UNJUDGED] = sum(counts.values())
    return counts


MARKED_RAW = MarkingFormat(
    name="raw",
    description="every marking with its person's pseudonym, in the lines that settle_markings reads",
    is_default=True,
    markings=markings_writer,
)
