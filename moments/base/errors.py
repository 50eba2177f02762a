"""Errors in input: one line that names the file and line, or the field."""

from __future__ import annotations


class BadInput(Exception):
    """Input that cannot be used; the message is one clear line, and nothing was written.

    `field` names what was given wrongly, `remedy` what could be given so that the input is taken.
    """

    def __init__(self, message: str, *, field: str = "", remedy: str = "") -> None:
        self.message, self.field, self.remedy = message, field, remedy
        super().__init__(f"{field}: {message}" if field else message)


class BadLine(BadInput):
    """A line of a file that cannot be used."""

    def __init__(self, file: str, line: int, problem: str, *, remedy: str = "") -> None:
        self.file, self.line, self.problem = file, line, problem
        super().__init__(f"{file} line {line}: {problem}", remedy=remedy)
