"""Checks that moments of a file which name each other as twins are twins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from moments.corpus.files.faults import Faults

if TYPE_CHECKING:
    from moments.corpus.files.moment_file import GivenMoment

FORWARD, BACKWARD = "forward", "backward"


def paired_rows(rows: Sequence[GivenMoment], faults: Faults) -> list[GivenMoment]:
    """The rows without those whose twin does not fit, each of which is a fault."""
    by_number = {row.desc_id: row for row in rows}
    fitting: list[GivenMoment] = []
    for row in rows:
        problem = _twin_problem(row, by_number)
        if problem:
            faults.take(row.place.error(problem))
        else:
            fitting.append(row)
    return fitting


def _twin_problem(row: GivenMoment, by_number: Mapping[int, GivenMoment]) -> str:
    """Why the row and the twin that it names are none; empty if they are, or if it names none."""
    if row.twin is None:
        return "twin: a backward moment needs the desc_id of its forward twin" if row.direction == BACKWARD else ""
    other = by_number.get(row.twin)
    if other is None:
        return f"twin: the file has no moment {row.twin}"
    if other is row:
        return f"twin: moment {row.twin} cannot be its own twin"
    if other.twin is None:
        return f"twin: moment {row.twin} (line {other.place.line}) does not name moment {row.desc_id} as its twin"
    if other.twin != row.desc_id:
        return f"twin: moment {row.twin} (line {other.place.line}) is the twin of moment {other.twin}"
    return _difference(row, other)


def _difference(row: GivenMoment, other: GivenMoment) -> str:
    """What keeps the two from being twins."""
    there = f"moment {other.desc_id} (line {other.place.line})"
    if row.direction == other.direction:
        return f"twin: {there} is {row.direction} too; of twins, one is forward and one backward"
    if row.video_name != other.video_name:
        return f"twin: {there} is of video {other.video_name!r}; twins are of one video"
    if (row.start_s, row.end_s) != (other.start_s, other.end_s):
        return f"twin: {there} is at {other.start_s:g}–{other.end_s:g} s; twins have the same start and end"
    if row.kind != other.kind:
        return f"twin: {there} has type {other.kind}; twins have the same type"
    return ""
