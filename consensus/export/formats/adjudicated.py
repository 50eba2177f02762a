"""adjudicated.json of an export: what leads gave discarded pairs, apart from the consensus labels (R8)."""

from __future__ import annotations

from collections.abc import Iterable

from consensus.export.folder import Folder
from consensus.export.formats.one_line import on_one_line
from consensus.export.formats.tvr import LabelLines
from consensus.labels.rows import Adjudicated

ADJUDICATED = "adjudicated.json"


def write_adjudicated(folder: Folder, pairs: Iterable[Adjudicated]) -> int:
    """A JSON list with the columns of the labels, the lead's pseudonym and the reason, a pair a line; how many."""
    count, line_of = 0, LabelLines()
    with folder.text(ADJUDICATED) as stream:
        for count, (label, actor, reason) in enumerate(pairs, start=1):
            row = f'{line_of(label)[:-1]}, "actor": {on_one_line(actor)}, "reason": {on_one_line(reason)}}}'
            stream.write((",\n" if count > 1 else "[\n") + row)
        stream.write("\n]\n" if count else "[]\n")
    folder.rows[ADJUDICATED] = count
    return count
