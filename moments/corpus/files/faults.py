"""What becomes of lines that cannot be used: the first one stops the reading, or many are kept to be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from moments.base.errors import BadLine
from moments.corpus.files.foreign import MediaFile

Record = TypeVar("Record")
Row = TypeVar("Row")
MOST_KEPT = 100


class Faults:
    """Lets nothing pass: raises the first fault."""

    def take(self, fault: BadLine) -> None:
        """Hear of a line that cannot be used; the reader leaves it out and goes on where this returns."""
        raise fault


class KeptFaults(Faults):
    """Counts every fault and keeps the first hundred."""

    def __init__(self) -> None:
        self.kept: list[BadLine] = []
        self.count = 0

    def take(self, fault: BadLine) -> None:
        """Keep it while there is room."""
        self.count += 1
        if len(self.kept) < MOST_KEPT:
            self.kept.append(fault)


FIRST_ONE = Faults()


def usable_rows(
    path: Path, records: Iterable[tuple[int, Record]], read: Callable[[int, Record], Row], faults: Faults, what: str
) -> list[Row]:
    """What `read` makes of each line and its record; raises BadLine for a file that holds none of `what`.

    Raises BadInput for a video, a picture or a sound.
    """
    rows: list[Row] = []
    found = False
    try:
        for line, record in records:
            found = True
            try:
                rows.append(read(line, record))
            except BadLine as fault:
                faults.take(fault)
    except MediaFile as media:
        raise media.instead_of(what) from media
    if not found:
        raise BadLine(str(path), 1, f"no {what} in the file")
    return rows
