"""Format `parquet`: the labels as columns, one file a split."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from consensus.formats.folder import Folder
from consensus.formats.rows import Label

ROWS_A_GROUP = 10_000
SCHEMA = pa.schema(
    [
        ("pair_id", pa.int64()),
        ("query_id", pa.int64()),
        ("query", pa.string()),
        ("video_name", pa.string()),
        ("timestamp", pa.list_(pa.float64(), 2)),
        ("duration", pa.float64()),
        ("caption", pa.string()),
        ("similarity", pa.float64()),
        ("relevance", pa.int8()),
    ]
)


def write_parquet(folder: Folder, labels: Iterable[Label], splits: Iterable[str]) -> None:
    """`parquet/<split>.parquet`, in groups of 10,000 rows."""
    (folder.path / "parquet").mkdir()
    with ExitStack() as stack:
        names = {split: f"parquet/{split}.parquet" for split in splits}
        writers = {
            split: stack.enter_context(pq.ParquetWriter(folder.path / name, SCHEMA)) for split, name in names.items()
        }
        waiting: dict[str, list[dict[str, Any]]] = {split: [] for split in names}
        folder.rows.update(dict.fromkeys(names.values(), 0))
        for label in labels:
            split = label.pair.split
            waiting[split].append({**label.pair.fields(), "relevance": label.relevance})
            folder.rows[names[split]] += 1
            if len(waiting[split]) == ROWS_A_GROUP:
                writers[split].write_table(pa.Table.from_pylist(waiting[split], SCHEMA))
                waiting[split].clear()
        for split, rows in waiting.items():
            writers[split].write_table(pa.Table.from_pylist(rows, SCHEMA))
