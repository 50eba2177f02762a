"""Reads a file by lines, plain or gzip, so that memory is needed for one line only: as text, or an object a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import shown
from evaluation.reading.decoding import refusal, refuse_crowded, strict_decoder
from evaluation.reading.parts import LIMIT_BYTES, parts_of
from evaluation.reading.stream import LONGEST_VALUE


def json_lines(path: Path, *, limit_bytes: int = LIMIT_BYTES) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object with its line, from 1; empty lines are left out.

    As strict as `read_document`: raises EvaluationError, naming the line, for what that would refuse, for a line
    without an object, and for a line of more than 16 Mi characters.
    """
    decode = strict_decoder().decode
    for line, text in text_lines(path, limit_bytes=limit_bytes):
        refuse_crowded(path, text.encode(), "line")
        try:
            found = decode(text)
        except (ValueError, RecursionError) as error:
            raise refusal(path, text, error, line=line) from error
        if not isinstance(found, dict):
            raise EvaluationError(f"{path} line {line}: expected an object, got {shown(found)}")
        yield line, found


def text_lines(path: Path, *, limit_bytes: int = LIMIT_BYTES) -> Iterator[tuple[int, str]]:
    """Each line that holds something with its number, from 1; raises EvaluationError, naming the line, if not UTF-8."""
    for line, content in _lines(path, limit_bytes):
        text = _text(path, line, content)
        if text.strip():
            yield line, text


def _lines(path: Path, limit_bytes: int) -> Iterator[tuple[int, bytes]]:
    line, rest = 1, b""
    for part in parts_of(path, limit_bytes):
        *whole, rest = (rest + part).split(b"\n")
        for content in whole:
            yield line, content
            line += 1
        if len(rest) > LONGEST_VALUE:
            raise EvaluationError(f"{path} line {line}: a line of more than {LONGEST_VALUE:,} characters")
    yield line, rest


def _text(path: Path, line: int, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise EvaluationError(f"{path} line {line}: not UTF-8: {error.reason}") from error
