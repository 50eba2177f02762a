"""What is wrong with input, said in one line that names the file and line or the thing."""

from __future__ import annotations


class BadInput(Exception):
    """Input that cannot be used; the message is one clear line, and nothing was written."""


class BadLine(BadInput):
    """A line of a file that cannot be used."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        self.file, self.line, self.problem = file, line, problem
        super().__init__(f"{file} line {line}: {problem}")
