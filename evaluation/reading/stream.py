"""Reads a JSON file value by value, so that memory is needed for one value and not for the file."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.decoding import refusal, refuse_crowded, strict_decoder
from evaluation.reading.faults import place
from evaluation.reading.parts import PART_BYTES, parts_of

LONGEST_VALUE = 16 * 1024 * 1024
LONGEST_WORD = 16
SIGN = re.compile(r"[^ \t\r\n]")


class JsonStream:
    """A stretch of the file's text; what was read is forgotten but for where it stood.

    As strict as `read_document`; every method raises EvaluationError for what it would refuse, and for a value of
    more than 16 Mi characters.
    """

    def __init__(self, path: Path, limit_bytes: int) -> None:
        self.path = path
        self._parts = parts_of(path, limit_bytes)
        self._utf8 = codecs.getincrementaldecoder("utf-8-sig")()
        self._decode = strict_decoder().raw_decode
        self._text, self._at, self._ended = "", 0, False
        self._line, self._column, self._passed = 1, 1, 0  # where the text begins in the file

    def next_sign(self) -> str:
        """The next character that is no space, which is not passed; empty at the end."""
        while True:
            if sign := SIGN.search(self._text, self._at):
                self._at = sign.start()
                return sign.group()
            self._at = len(self._text)
            if self._ended:
                return ""
            self._more(1)

    def value(self) -> Any:
        """The value that begins here, whole."""
        self.next_sign()
        while True:
            left = len(self._text) - self._at
            try:
                found, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended or self._is_wrong(error):
                    raise refusal(self.path, self._text, error, line=self._line, column=self._column) from error
                if left > LONGEST_VALUE:
                    raise self._wrong(f"a value of more than {LONGEST_VALUE:,} characters") from error
            except (ValueError, RecursionError) as error:
                line, column = self._counted(self._at)
                raise refusal(self.path, self._text[self._at :], error, line=line, column=column) from error
            else:
                if self._ended or end < len(self._text) - LONGEST_WORD:  # else a number may go on
                    self._at = end
                    return found
            self._more(max(left, PART_BYTES))

    def items(self) -> Iterator[int]:
        """The places from 1 of the list that begins here; whoever asks for the next has read the value before."""
        self._pass("[", "Expecting value")
        place_in_list = 0
        while self._goes_on("]", first=not place_in_list):
            place_in_list += 1
            yield place_in_list

    def members(self) -> Iterator[str]:
        """The keys of the object that begins here; whoever asks for the next has read the value before."""
        self._pass("{", "Expecting value")
        keys = set[str]()
        while self._goes_on("}", first=not keys):
            if self.next_sign() != '"':
                raise self._wrong("not JSON: Expecting property name enclosed in double quotes")
            begins = self._passed + self._at
            key = self.value()
            if key in keys:
                shown = repr(key) if len(key) <= 60 else f"{key[:57]!r}..."
                self._at = begins - self._passed
                raise self._wrong(f"the key {shown} appears twice in one object")
            keys.add(key)
            self._pass(":", "Expecting ':' delimiter")
            yield key

    def end(self) -> None:
        """Refuse anything after what was read."""
        if self.next_sign():
            raise self._wrong("not JSON: Extra data")

    def _goes_on(self, closing: str, *, first: bool) -> bool:
        if self.next_sign() == closing:
            self._at += 1
            return False
        if not first:
            self._pass(",", "Expecting ',' delimiter")
        return True

    def _pass(self, sign: str, otherwise: str) -> None:
        if self.next_sign() != sign:
            raise self._wrong(f"not JSON: {otherwise}")
        self._at += 1

    def _more(self, characters: int) -> None:
        """At least so many further characters, if there are; what was read goes."""
        texts = [self._text[self._at :]]
        self._line, self._column = self._counted(self._at)
        self._passed += self._at
        self._text, self._at = "", 0
        while characters > 0 and not self._ended:
            part = next(self._parts, b"")
            self._ended = not part
            refuse_crowded(self.path, part, "stretch")
            texts.append(self._decoded(part, texts))
            characters -= len(texts[-1])
        self._text = "".join(texts)

    def _is_wrong(self, error: json.JSONDecodeError) -> bool:
        """Whether more text could not mend it: it is before the end, and no unfinished string."""
        return error.pos < len(self._text) - LONGEST_WORD and not error.msg.startswith("Unterminated string")

    def _decoded(self, part: bytes, before: list[str]) -> str:
        try:
            return self._utf8.decode(part, final=not part)
        except UnicodeDecodeError as error:
            line = self._line + sum(text.count("\n") for text in before) + error.object[: error.start].count(b"\n")
            raise EvaluationError(f"{self.path} line {line}: not UTF-8: {error.reason}") from error

    def _counted(self, at: int) -> tuple[int, int]:
        """Line and column of a place in the text."""
        lines = self._text.count("\n", 0, at)
        return self._line + lines, at - self._text.rfind("\n", 0, at) if lines else self._column + at

    def _wrong(self, problem: str) -> EvaluationError:
        return EvaluationError(f"{self.path} {place(self._text, self._at, self._line, self._column)}: {problem}")
