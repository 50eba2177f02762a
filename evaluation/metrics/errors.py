"""Errors in the input of an evaluation, each in one line."""

from __future__ import annotations

from pathlib import Path


class EvaluationError(ValueError):
    """Input that cannot be used; the message is one line that names the file and the query or entry."""

    def __str__(self) -> str:
        return " ".join(super().__str__().split())


class CorpusNeeded(EvaluationError):
    """A run that names videos by number came without the list that says which number is which."""

    def __init__(self, path: Path, corpus: str) -> None:
        super().__init__(f"{path}: a list of predictions by video index needs {corpus}")


class DocumentsNeeded(EvaluationError):
    """A TREC run came without the moments that its documents are."""

    def __init__(self, path: Path, documents: str) -> None:
        super().__init__(f"{path}: a TREC run needs {documents}")
