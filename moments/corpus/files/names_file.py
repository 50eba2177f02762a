"""Reads a list of names and genders, CSV or JSON, to replace names without a language model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from moments.base.errors import BadLine
from moments.corpus.files.text import csv_rows, text_lines
from moments.corpus.files.values import Place, choice, name

GENDERS = {"man": "man", "woman": "woman", "person": "person", "male": "man", "female": "woman", "unknown": "person"}
MOST_NAMES = 50_000
BLANK = re.compile(r"[ \t\n\r]*")


def read_names(path: Path) -> dict[str, str]:
    """Each name of the file with `man`, `woman` or `person`.

    CSV has the columns `name,gender`, JSON is a list of objects with these two keys. A name begins with a capital or
    with a letter that has none. Raises BadInput or BadLine for the first thing that is wrong.
    """
    names: dict[str, str] = {}
    lines: dict[str, int] = {}
    for line, record in _records(path):
        place = Place(str(path), line)
        who = " ".join(name(place, "name", record.get("name")).split())
        gender = GENDERS[choice(place, "gender", record.get("gender"), tuple(GENDERS))]
        if not who[0].isalpha() or who[0].islower():
            raise place.error(f"name: {who!r} does not start with a capital letter")
        if who in names:
            raise place.error(f"name {who!r} is already on line {lines[who]}")
        names[who], lines[who] = gender, line
        if len(names) > MOST_NAMES:
            raise place.error(f"expected at most {MOST_NAMES:,} names")
    if not names:
        raise BadLine(str(path), 1, "no names in the file")
    return names


def _records(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if path.suffix.lower() == ".json":
        return _json_records(path)
    return csv_rows(path, ("name", "gender"))


def _json_records(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The objects of a JSON list, each with the line on which it begins."""
    text = "\n".join(line for _, line in text_lines(path))
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    if text[at : at + 1] != "[":
        raise BadLine(str(path), 1, "expected a JSON list of objects with name and gender")
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        line = text.count("\n", 0, at) + 1
        try:
            record, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadLine(str(path), getattr(error, "lineno", line), "is not JSON") from error
        if not isinstance(record, dict):
            raise BadLine(str(path), line, "expected an object with name and gender")
        yield line, record
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise BadLine(str(path), text.count("\n", 0, at) + 1, "expected , or ] in the list")


def _skip(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    return match.end() if match else at
