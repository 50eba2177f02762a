"""Opens the files that users hand in, checks their text, and reads CSV rows with their line numbers."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from moments.base.errors import BadInput, BadLine
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.foreign import refuse_foreign

LONGEST_LINE = 200_000
HEAD_BYTES = 1024  # that may follow a first line which is none
LONGEST_TEXT = 10_000
SEPARATORS = re.compile("[;\t]")  # of spreadsheets in other languages
NO_NAMES: Mapping[str, str] = MappingProxyType({})


def text_lines(path: Path, faults: Faults = FIRST_ONE) -> Iterator[tuple[int, str]]:
    """The file's lines with their numbers from 1, without line ends; streamed.

    Raises BadInput for a file that cannot be opened or is no text (gzip, ZIP, HTML …). Faults are NUL, bytes that
    are not UTF-8 and lines over 200,000 bytes; such a line is read as an empty one.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    with file:
        number = 0
        try:
            while raw := file.readline(LONGEST_LINE + 2):
                number += 1
                if number == 1:
                    refuse_foreign(path, raw + file.peek(HEAD_BYTES)[:HEAD_BYTES])
                yield number, _line(path, number, raw, faults)
                if len(raw) > LONGEST_LINE:
                    _pass_over(file, raw)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from error


def _pass_over(file: BinaryIO, raw: bytes) -> None:
    """Read on to the end of a line that is too long."""
    while raw and not raw.endswith(b"\n"):
        raw = file.readline(LONGEST_LINE)


def _line(path: Path, number: int, raw: bytes, faults: Faults) -> str:
    try:
        return _decoded(path, number, raw)
    except BadLine as fault:
        faults.take(fault)
        return ""


def _decoded(path: Path, number: int, raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise BadLine(str(path), number, f"is longer than {LONGEST_LINE:,} bytes")
    if b"\0" in raw:
        raise BadLine(str(path), number, "contains a NUL character")
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise BadLine(str(path), number, f"is not UTF-8 (byte {error.start + 1})") from error


def csv_rows(
    path: Path, columns: Sequence[str], faults: Faults = FIRST_ONE, *, also_called: Mapping[str, str] = NO_NAMES
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a CSV file with the line on which each ends; needs `columns`, passes others on.

    `also_called` has other names of columns. Raises BadInput for an empty file and BadLine for a header without the
    columns. Faults are rows that are no CSV and rows of another length.
    """
    lines = _csv_lines(path, faults)
    _, header = next(lines, (1, None))
    if header is None:
        raise BadInput(f"{path}: is empty")
    header = _own_names(header, also_called)
    _check_header(path, header, columns, also_called)
    for line, row in lines:
        if not row:
            continue
        if len(row) != len(header):
            faults.take(BadLine(str(path), line, f"has {len(row)} fields, the header has {len(header)}"))
            continue
        yield line, dict(zip(header, row, strict=True))


def _csv_lines(path: Path, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """The rows as they come; after a row that is no CSV the reader begins again with the next line."""
    reader = csv.reader((text + "\n" for _, text in text_lines(path, faults)), strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            faults.take(BadLine(str(path), reader.line_num, f"is not CSV: {error}"))
        else:
            yield reader.line_num, row


def _own_names(header: Sequence[str], also_called: Mapping[str, str]) -> list[str]:
    """The header with our names; a column keeps another name where ours is there too."""
    return [
        ours if (ours := also_called.get(column.strip().lower())) and ours not in header else column
        for column in header
    ]


def _check_header(
    path: Path, header: Sequence[str], columns: Sequence[str], also_called: Mapping[str, str] = NO_NAMES
) -> None:
    for column in columns:
        if column not in header and len(header) == 1 and SEPARATORS.search(header[0]):
            raise BadLine(str(path), 1, "has no commas; save the file as CSV with commas between the columns")
        if column not in header:
            others = ", ".join(theirs for theirs, ours in also_called.items() if ours == column)
            named = f"; it may also be called {others}" if others else ""
            raise BadLine(str(path), 1, f"column {column!r} is missing{named}")
    for column in header:
        if header.count(column) > 1:
            raise BadLine(str(path), 1, f"column {column!r} appears twice")
