"""corrected_queries.jsonl of an export: the wordings that queries had before they were corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line
from consensus.labels.rows import CorrectedQuery
from moments.base.plurals import counted

CORRECTED = "corrected_queries.jsonl"


def write_corrected(folder: Folder, queries: Sequence[CorrectedQuery]) -> None:
    """An earlier wording a line, if there is any: `query_id split version query reason`."""
    if not queries:
        return
    with folder.text(CORRECTED) as stream:
        for one in queries:
            fields = (
                f'"{name}": {on_one_line(value) if isinstance(value, str) else value}'
                for name, value in one._asdict().items()
            )
            stream.write(f"{{{', '.join(fields)}}}\n")
    folder.rows[CORRECTED] = len(queries)


def corrected_line(folder: Folder, what: str) -> Iterator[str]:
    """What a dataset card says of them, if there are any; `what` are queries or questions."""
    if count := folder.rows.get(CORRECTED, 0):
        wordings = counted(count, "earlier wording")
        yield (
            f"All {what} have their newest wording. {wordings} with the same meaning, under which some people worked, "
            f"{'is' if count == 1 else 'are'} in `{CORRECTED}` with the reason."
        )
