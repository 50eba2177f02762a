"""Reads JSON Lines: the lines that hold something, and the object of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from moments.corpus.files.faults import Faults
from moments.corpus.files.text import text_lines
from moments.corpus.files.values import Place


def filled_lines(path: Path, faults: Faults) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    return ((line, content) for line, content in text_lines(path, faults) if content.strip())


def json_object(place: Place, content: str, keys: Sequence[str]) -> dict[str, Any]:
    """The object of a line; raises BadLine for anything else, and for a key that is missing or appears twice."""
    try:
        record = json.loads(content, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise place.error(f"is not JSON ({error})") from error
    if not isinstance(record, dict):
        raise place.error("expected a JSON object")
    for key in keys:
        if key not in record:
            raise place.error(f"{key}: is missing")
    return record


def refuse_texts(place: Place, numbers: Mapping[str, object]) -> None:
    """Raises BadLine for a number that is given as text, which only CSV may do."""
    for field, value in numbers.items():
        if isinstance(value, str):
            raise place.error(f"{field}: expected a number, got text")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of a JSON text; raises ValueError for a key that appears twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"key {next(name for name in names if names.count(name) > 1)!r} appears twice")
    return record
