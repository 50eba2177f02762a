"""Every export format by kind of campaign, in the order in which exports name them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from consensus.export.formats.beir import BEIR
from consensus.export.formats.export_format import GRADE, ExportFormat, Table
from consensus.export.formats.parquet import PARQUET
from consensus.export.formats.raw import RAW
from consensus.export.formats.trec import QRELS
from consensus.export.formats.tvr import TVR
from consensus.export.marking.beir import MARKED_BEIR
from consensus.export.marking.charades import CHARADES
from consensus.export.marking.marking_format import MARK, MarkingFormat
from consensus.export.marking.momentseeker import MOMENTSEEKER
from consensus.export.marking.parquet import MARKED_PARQUET
from consensus.export.marking.qvhighlights import QVHIGHLIGHTS
from consensus.export.marking.raw import MARKED_RAW
from consensus.export.twins.msrvtt import MSRVTT
from consensus.export.twins.parquet import TWIN_PARQUET
from consensus.export.twins.raw import TWIN_RAW
from consensus.export.twins.rtime import RTIME
from consensus.export.twins.twin_format import TWIN, TwinFormat
from moments.base.errors import BadInput

FORMATS = {one.name: one for one in (TVR, RAW, QRELS, BEIR, PARQUET)}
MARKING_FORMATS = {
    one.name: one for one in (MOMENTSEEKER, QVHIGHLIGHTS, CHARADES, MARKED_BEIR, MARKED_PARQUET, MARKED_RAW)
}
TWIN_FORMATS = {one.name: one for one in (RTIME, MSRVTT, TWIN_PARQUET, TWIN_RAW)}
AnyFormat = ExportFormat | MarkingFormat | TwinFormat
FORMATS_BY_KIND: Mapping[str, Mapping[str, AnyFormat]] = {GRADE: FORMATS, MARK: MARKING_FORMATS, TWIN: TWIN_FORMATS}
COMPARED = {GRADE: TVR.name, MARK: MOMENTSEEKER.name, TWIN: RTIME.name}
"""The format by which two exports are compared, by kind of campaign."""
NAMES_OF_KINDS = {GRADE: "a grading campaign", MARK: "a marking campaign", TWIN: "a twins campaign"}
Chosen = TypeVar("Chosen", bound=AnyFormat)


def every_name() -> list[str]:
    """The names of all formats; a name that several kinds of campaign have appears once."""
    return list(dict.fromkeys(name for formats in FORMATS_BY_KIND.values() for name in formats))


def usual_names(formats: Mapping[str, AnyFormat]) -> list[str]:
    """The formats that somebody gets who names none."""
    return [one.name for one in formats.values() if one.is_default]


def chosen_formats(names: Collection[str], formats: Mapping[str, Chosen]) -> list[Chosen]:
    """Those formats of a kind of campaign; raises BadInput for the first that is none of them, and if there is none."""
    for name in names:
        if name not in formats:
            raise BadInput(f"{_unknown(name, formats)} {', '.join(formats)}", field="formats")
    if not names:
        raise BadInput(f"name at least one of {', '.join(formats)}", field="formats")
    return [one for one in formats.values() if one.name in names]


def written_tables(written: Collection[str], splits: Sequence[str], kind: str = GRADE) -> list[Table]:
    """The tables among the files written, by the name of their records; where two formats hold the same, the later."""
    tables = [one.table for one in FORMATS_BY_KIND[kind].values() if one.table]
    found = {table.records: table for table in tables if table.file.format(splits[0]) in written}
    return [found[records] for records in sorted(found)]


def _unknown(name: str, formats: Mapping[str, AnyFormat]) -> str:
    """Why the kind of campaign has no such format, up to where the names that it has follow."""
    own = NAMES_OF_KINDS[next(iter(formats.values())).kind]
    for kind, others in FORMATS_BY_KIND.items():
        if name in others:
            return f"the format {name!r} is only for {NAMES_OF_KINDS[kind]}; this is {own}, so name one of"
    return f"there is no format {name!r}; expected one of"
