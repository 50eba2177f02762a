"""Format `parquet`: a table of questions × truths, one file a split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from consensus.export.folder import Folder
from consensus.export.formats.export_format import Table
from consensus.export.formats.parquet import ROWS_A_GROUP
from consensus.export.marking.marking_format import TRUTHS, MarkingFormat, TakeVideo
from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo, seconds

FILE = "parquet/{}.parquet"
SCHEMA = pa.schema(
    [
        ("question_id", pa.string()),
        ("task", pa.string()),
        ("query", pa.string()),
        ("video_name", pa.string()),
        ("domain", pa.string()),
        ("duration", pa.float64()),
        ("truth", pa.int32()),
        ("timestamp", pa.list_(pa.float64(), 2)),
        ("condition_video", pa.string()),
        ("condition_timestamp", pa.list_(pa.float64())),
        ("origin", pa.string()),
        ("parent", pa.string()),
        ("adjudicated", pa.bool_()),
    ]
)


@contextmanager
def truths_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeVideo]:
    """Takes videos and writes `parquet/<split>.parquet`, a row for each truth of a question."""
    with ExitStack() as stack:
        tables = {split: _Table(folder, FILE.format(split), stack) for split in splits}

        def take(video: MarkedVideo) -> None:
            for one in video.questions:
                tables[one.split].add(_rows(one, video))

        yield take
        for table in tables.values():
            table.flush()


class _Table:
    """A file that grows in groups of some 10,000 rows."""

    def __init__(self, folder: Folder, name: str, stack: ExitStack) -> None:
        self._folder, self._name = folder, name
        self._writer = stack.enter_context(pq.ParquetWriter(folder.file(name), SCHEMA))
        self._waiting: list[dict[str, Any]] = []
        folder.rows[name] = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        self._waiting += rows
        self._folder.rows[self._name] += len(rows)
        if len(self._waiting) >= ROWS_A_GROUP:
            self.flush()

    def flush(self) -> None:
        if self._waiting:  # readers stumble over a group of no rows
            self._writer.write_table(pa.Table.from_pylist(self._waiting, schema=SCHEMA))
            self._waiting.clear()


def _rows(one: MarkedQuestion, video: MarkedVideo) -> list[dict[str, Any]]:
    shown = one.condition
    times = None if shown is None else [shown.start_ms / 1000]
    if shown is not None and shown.end_ms is not None:
        times = seconds(shown.segment)
    same = {
        "question_id": one.question_id,
        "task": one.task,
        "query": one.text,
        "video_name": video.name,
        "domain": video.domain,
        "duration": video.duration_s,
        "condition_video": None if shown is None else shown.video_name,
        "condition_timestamp": times,
        "origin": one.origin,
        "parent": one.parent,
        "adjudicated": one.adjudicated,
    }
    return [{**same, "truth": at, "timestamp": seconds(truth)} for at, truth in enumerate(one.truths, start=1)]


MARKED_PARQUET = MarkingFormat(
    name="parquet",
    description="a table of the questions with a row for each of their truths",
    videos=truths_writer,
    table=Table(TRUTHS, FILE, SCHEMA.names),
    media_types={".parquet": "application/x-parquet"},
)
