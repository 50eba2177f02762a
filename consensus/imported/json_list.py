"""Reads a file that is one JSON list item by item, so that its size does not matter, and knows the line of each."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moments.base.errors import BadInput, BadLine
from moments.corpus.files.foreign import refuse_foreign
from moments.corpus.files.values import Place

CHUNK = 1024 * 1024
LONGEST_ITEM = 8 * CHUNK
LONGEST_WORD = 16
SPACE = " \t\r\n"


def json_objects(path: Path, name: str = "") -> Iterator[tuple[Place, dict[str, Any]]]:
    """The objects of the list with the place at which each begins; `name` stands in errors in place of the path.

    Raises BadInput for a file that cannot be opened or is of another kind, BadLine where it is no JSON list of objects,
    not UTF-8, holds a NUL or an object of more than 8 MiB.
    """
    try:
        with path.open("rb") as file:
            yield from _Reading(file, path, name or str(path)).objects()
    except OSError as error:
        raise BadInput(f"{name or path}: {error.strerror}") from error


class _Reading:
    """A stretch of the file's text, `at` where the next thing begins, on `line`."""

    def __init__(self, file: Any, path: Path, name: str) -> None:
        self._file, self._path, self._name = file, path, name
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()
        self._scan = json.JSONDecoder().raw_decode
        self._text, self._at, self._line, self._ended = "", 0, 1, False

    def objects(self) -> Iterator[tuple[Place, dict[str, Any]]]:
        """Every object up to the list's end, after which nothing may stand."""
        self._more()
        self._expect("[", "a JSON list")
        if self._next() == "]":
            self._at += 1
        else:
            yield self._object()
            while self._next() == ",":
                self._at += 1
                yield self._object()
            self._expect("]", "a comma or the end of the list")
        if self._next():
            raise self._error("there is text after the list")

    def _object(self) -> tuple[Place, dict[str, Any]]:
        if self._next() != "{":
            raise self._error("expected a JSON object")
        place = Place(self._name, self._line)
        while True:
            try:
                found, end = self._scan(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended or self._is_wrong(error):
                    self._line += self._text.count("\n", self._at, error.pos)
                    raise self._error(f"is not JSON ({error.msg})") from error
            except RecursionError as error:
                raise self._error("is nested too deeply") from error
            else:
                self._pass(end)
                return place, found
            if len(self._text) - self._at > LONGEST_ITEM:
                raise self._error("is not JSON, or is an object of more than 8 MiB")
            self._more()

    def _is_wrong(self, error: json.JSONDecodeError) -> bool:
        """Whether more text could not mend it: it stands before the end, and is no string that goes on."""
        return error.pos < len(self._text) - LONGEST_WORD and not error.msg.startswith("Unterminated string")

    def _next(self) -> str:
        """The next character that is no space, where the reading stands then; empty at the end."""
        while True:
            end = self._at
            while end < len(self._text) and self._text[end] in SPACE:
                end += 1
            self._pass(end)
            if end < len(self._text):
                return self._text[end]
            if self._ended:
                return ""
            self._more()

    def _expect(self, character: str, what: str) -> None:
        if self._next() != character:
            raise self._error(f"expected {what}")
        self._at += 1

    def _pass(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _more(self) -> None:
        raw = self._file.read(CHUNK)
        if not self._text and self._at == 0 and self._line == 1:
            refuse_foreign(Path(self._name), raw)
        self._ended = not raw
        try:
            new = self._decode.decode(raw, final=not raw)
        except UnicodeDecodeError as error:
            line = self._line + self._text.count("\n", self._at) + raw[: max(error.start, 0)].count(b"\n")
            raise BadLine(self._name, line, "is not UTF-8") from error
        if "\0" in new:
            line = self._line + self._text.count("\n", self._at) + new[: new.index("\0")].count("\n")
            raise BadLine(self._name, line, "contains a NUL character")
        self._text = self._text[self._at :] + new
        self._at = 0

    def _error(self, problem: str) -> BadLine:
        return BadLine(self._name, self._line, problem)
