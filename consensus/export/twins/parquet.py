"""Format `parquet`: a table of clips with their captions, one file a split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from consensus.export.folder import Folder
from consensus.export.formats.export_format import Table
from consensus.export.formats.parquet import ROWS_A_GROUP
from consensus.export.twins.twin_format import TWINS, TakeMoment, TwinFormat
from consensus.labels.twin_rows import DescribedMoment

FILE = "parquet/{}.parquet"
SCHEMA = pa.schema(
    [
        ("vid", pa.string()),
        ("caption", pa.string()),
        ("rewrites", pa.list_(pa.string())),
        ("temporal", pa.string()),
        ("reverse", pa.string()),
        ("direction", pa.string()),
        ("split", pa.string()),
        ("video_name", pa.string()),
        ("timestamp", pa.list_(pa.float64(), 2)),
        ("duration", pa.float64()),
        ("adjudicated", pa.bool_()),
    ]
)


@contextmanager
def twins_writer(folder: Folder, splits: Sequence[str]) -> Iterator[TakeMoment]:
    """Takes moments and writes `parquet/<split>.parquet`, a row for each clip, in groups of some 10,000 rows."""
    with ExitStack() as stack:
        writers = {
            split: stack.enter_context(pq.ParquetWriter(folder.file(FILE.format(split)), SCHEMA)) for split in splits
        }
        waiting: dict[str, list[dict[str, Any]]] = {split: [] for split in splits}
        folder.rows.update({FILE.format(split): 0 for split in splits})

        def flush(split: str) -> None:
            if waiting[split]:  # readers stumble over a group of no rows
                writers[split].write_table(pa.Table.from_pylist(waiting[split], schema=SCHEMA))
                waiting[split].clear()

        def take(moment: DescribedMoment) -> None:
            rows = _rows(moment)
            waiting[moment.split] += rows
            folder.rows[FILE.format(moment.split)] += len(rows)
            if len(waiting[moment.split]) >= ROWS_A_GROUP:
                flush(moment.split)

        yield take
        for split in splits:
            flush(split)


def _rows(moment: DescribedMoment) -> list[dict[str, Any]]:
    same = {
        "temporal": moment.criterion,
        "split": moment.split,
        "video_name": moment.video_name,
        "timestamp": [moment.start_s, moment.end_s],
        "duration": moment.duration_s,
        "adjudicated": moment.adjudicated,
    }
    return [
        {
            **same,
            "vid": clip.vid,
            "caption": clip.text,
            "rewrites": list(clip.rewrites),
            "reverse": twin,
            "direction": clip.direction,
        }
        for clip, twin in moment.clips()
    ]


TWIN_PARQUET = TwinFormat(
    name="parquet",
    description="a table of the clips with their captions and twins",
    moments=twins_writer,
    table=Table(TWINS, FILE, SCHEMA.names),
    media_types={".parquet": "application/x-parquet"},
)
