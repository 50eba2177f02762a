"""Format `parquet`: the labels as columns, one file a split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

import pyarrow as pa
import pyarrow.parquet as pq

from consensus.export.folder import Folder
from consensus.export.formats.export_format import LABEL_COLUMNS, LABELS, ExportFormat, Table, Take
from consensus.labels.rows import Label

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


@contextmanager
def parquet_writer(folder: Folder, splits: Iterable[str]) -> Iterator[Take]:
    """Takes labels and writes `parquet/<split>.parquet`, in groups of 10,000 rows."""
    with ExitStack() as stack:
        names = {split: f"parquet/{split}.parquet" for split in splits}
        writers = {
            split: stack.enter_context(pq.ParquetWriter(folder.file(name), SCHEMA)) for split, name in names.items()
        }
        waiting: dict[str, list[Label]] = {split: [] for split in names}
        rows = dict.fromkeys(names.values(), 0)

        def take(label: Label) -> None:
            group = waiting[label.split]
            group.append(label)
            rows[names[label.split]] += 1
            if len(group) == ROWS_A_GROUP:
                writers[label.split].write_table(_table(group))
                group.clear()

        yield take
        for split, group in waiting.items():
            if group:  # readers stumble over a group of no rows
                writers[split].write_table(_table(group))
    folder.rows.update(rows)


def _table(labels: list[Label]) -> pa.Table:
    pair, query, text, _, video, start, end, duration, caption, similarity, _, relevance = zip(*labels, strict=True)
    stretches = [second for stretch in zip(start, end, strict=True) for second in stretch]
    times = pa.FixedSizeListArray.from_arrays(pa.array(stretches, pa.float64()), 2)
    columns = [pair, query, text, video, times, duration, caption, similarity, relevance]
    typed = (pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True))
    return pa.table(list(typed), schema=SCHEMA)


PARQUET = ExportFormat(
    name="parquet",
    description="the labels as columns",
    labels=parquet_writer,
    table=Table(LABELS, "parquet/{}.parquet", LABEL_COLUMNS),
    media_types={".parquet": "application/x-parquet"},
)
