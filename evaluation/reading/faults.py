"""Finds the place in a JSON text that its reader refused: slow, so only used once something is wrong."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]|-?(?:NaN|Infinity|\d[\d.eE+-]*)', re.DOTALL)
SHOWN_CHARACTERS = 60


def place(text: str, at: int, line: int = 1, column: int = 1) -> str:
    """A place in the text, which begins at that line and column of a file, as people count."""
    lines = text.count("\n", 0, at)
    return f"line {line + lines} column {at - text.rfind(chr(10), 0, at) if lines else column + at}"


def key_twice(text: str, line: int = 1, column: int = 1) -> str:
    """The first key that appears twice in one object of sound JSON, with its place; empty if there is none."""
    open_objects: list[set[str]] = []
    for at, token in _tokens(text):
        if token == "{":
            open_objects.append(set())
        elif token == "}":
            open_objects.pop()
        elif token.endswith(":"):
            key = json.loads(token[:-1])
            if key in open_objects[-1]:
                return f"{place(text, at, line, column)}: the key {_cut(repr(key))} appears twice in one object"
            open_objects[-1].add(key)
    return ""


def no_number(text: str, line: int = 1, column: int = 1) -> str:
    """The first NaN, Infinity or integer too long to be read, with its place; empty if there is none."""
    most = sys.get_int_max_str_digits()
    for at, token in _tokens(text):
        if token.lstrip("-") in ("NaN", "Infinity"):
            return f"{place(text, at, line, column)}: contains {token}, which is not a JSON number"
        if most and len(token) > most and token.lstrip("-").isdecimal():
            return f"{place(text, at, line, column)}: an integer of more than {most:,} digits"
    return ""


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Strings, keys (which end in a colon), braces and numbers, each with where it begins."""
    return ((found.start(), found.group()) for found in TOKEN.finditer(text))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."
