"""A JSON file, plain or gzip, as Python values: bounded in size, UTF-8, no key twice, no NaN."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.decoding import refusal, refuse_crowded, strict_decoder
from evaluation.reading.parts import LIMIT_BYTES, parts_of


def read_document(path: Path, *, limit_bytes: int = LIMIT_BYTES) -> Any:
    """The value of a JSON file; gzip is recognised by `.gz` or by its first bytes.

    Raises EvaluationError for a file that cannot be read, is empty, holds (unpacked) more than
    `limit_bytes`, holds more lists or objects than a sound file of its size can, is not UTF-8, not JSON,
    or holds a key twice in one object, NaN, Infinity or an integer of thousands of digits.
    """
    content = b"".join(parts_of(path, limit_bytes))
    refuse_crowded(path, content)
    text = _text(path, content)
    del content
    try:
        return strict_decoder().decode(text)
    except (ValueError, RecursionError) as error:
        raise refusal(path, text, error) from error


def _text(path: Path, content: bytes) -> str:
    if not content.strip():
        raise EvaluationError(f"{path}: the file is empty")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise EvaluationError(f"{path} line {line}: not UTF-8: {error.reason}") from error
