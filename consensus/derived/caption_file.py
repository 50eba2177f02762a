"""Reads captions of questions' truths from CSV or JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.json_lines import filled_lines, json_object
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, choice, identifier, text

COLUMNS = ("question", "caption")
ORIGINS = ("model", "person")
LONGEST_CAPTION = 1000


@dataclass(frozen=True, slots=True)
class GivenCaption:
    """One caption as a file gives it; `question` is the number that exports show."""

    place: Place
    question: int
    text: str
    origin: str = "model"


def read_captions(path: Path, *, faults: Faults = FIRST_ONE) -> list[GivenCaption]:
    """Every caption of the file; read as CSV if it is named `.csv`, else as JSON Lines.

    Raises BadInput for a file without captions; faults, of which `faults` raises the first: a value of the wrong kind.
    """
    if path.suffix.lower() == ".csv":
        rows: Iterable[tuple[int, Any]] = csv_rows(path, COLUMNS, faults)
        return usable_rows(path, rows, lambda line, row: _caption(Place(str(path), line), row), faults, "captions")
    lines = filled_lines(path, faults)
    return usable_rows(path, lines, lambda line, row: _of_json(Place(str(path), line), row), faults, "captions")


def _of_json(place: Place, content: str) -> GivenCaption:
    return _caption(place, json_object(place, content, COLUMNS))


def _caption(place: Place, record: Mapping[str, Any]) -> GivenCaption:
    return GivenCaption(
        place,
        identifier(place, "question", record["question"]),
        " ".join(text(place, "caption", record["caption"], longest=LONGEST_CAPTION).split()),
        choice(place, "origin", record.get("origin") or "model", ORIGINS),
    )
