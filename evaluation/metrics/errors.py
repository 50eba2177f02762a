"""What is wrong with what an evaluation was given, said in one line."""

from __future__ import annotations


class EvaluationError(ValueError):
    """Input that cannot be used; the message is one line that names the file and the query or entry."""

    def __str__(self) -> str:
        return " ".join(super().__str__().split())
