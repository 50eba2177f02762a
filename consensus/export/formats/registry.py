"""Every export format, in the order in which exports name them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from consensus.export.formats.beir import BEIR
from consensus.export.formats.export_format import ExportFormat, Table
from consensus.export.formats.parquet import PARQUET
from consensus.export.formats.raw import RAW
from consensus.export.formats.trec import QRELS
from consensus.export.formats.tvr import TVR
from moments.base.errors import BadInput

FORMATS = {one.name: one for one in (TVR, RAW, QRELS, BEIR, PARQUET)}


def chosen_formats(names: Collection[str]) -> list[ExportFormat]:
    """The formats of those names; raises BadInput for the first that is no format, and if there is none."""
    for name in names:
        if name not in FORMATS:
            raise BadInput(f"there is no format {name!r}; expected one of {', '.join(FORMATS)}", field="formats")
    if not names:
        raise BadInput(f"name at least one of {', '.join(FORMATS)}", field="formats")
    return [one for one in FORMATS.values() if one.name in names]


def written_tables(written: Collection[str], splits: Sequence[str]) -> list[Table]:
    """The tables among the files written, by the name of their records; where two formats hold the same, the later."""
    tables = [one.table for one in FORMATS.values() if one.table]
    found = {table.records: table for table in tables if table.file.format(splits[0]) in written}
    return [found[records] for records in sorted(found)]
