"""Opens the files that users hand in, checks their text, and reads CSV rows with their line numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from moments.errors import BadInput, BadLine

LONGEST_LINE = 200_000
LONGEST_TEXT = 10_000


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The file's lines with their numbers from 1, without line ends; streamed.

    Raises BadInput for a file that cannot be opened, BadLine for NUL, bytes that are not UTF-8
    and lines over 200,000 bytes.
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
                yield number, _decoded(path, number, raw)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from error


def _decoded(path: Path, number: int, raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise BadLine(str(path), number, f"longer than {LONGEST_LINE:,} bytes")
    if b"\0" in raw:
        raise BadLine(str(path), number, "holds a NUL character")
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise BadLine(str(path), number, f"is not UTF-8 (byte {error.start + 1})") from error


def csv_rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a CSV file with the line on which each ends; needs `columns`, passes others on.

    Raises BadInput for a missing column and BadLine for a row of another length.
    """
    reader = csv.reader((text + "\n" for _, text in text_lines(path)), strict=True)
    try:
        header = next(reader, None)
        if header is None:
            raise BadInput(f"{path}: is empty")
        _check_header(path, header, columns)
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise BadLine(str(path), reader.line_num, f"has {len(row)} fields, the header has {len(header)}")
            yield reader.line_num, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise BadLine(str(path), reader.line_num, f"is not CSV: {error}") from error


def _check_header(path: Path, header: Sequence[str], columns: Sequence[str]) -> None:
    for column in columns:
        if column not in header:
            raise BadLine(str(path), 1, f"column {column!r} is missing")
    for column in header:
        if header.count(column) > 1:
            raise BadLine(str(path), 1, f"column {column!r} stands twice")
