"""Writes a file that is there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from evaluation.metrics.errors import EvaluationError


def write_whole(path: Path, text: str) -> None:
    """Replace the file `path` by the text, UTF-8; raises EvaluationError if it cannot be written."""
    growing = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        growing.write_text(text, encoding="utf-8", newline="")
        growing.replace(path)
    except OSError as error:
        growing.unlink(missing_ok=True)
        raise EvaluationError(f"{path}: {error.strerror or error}") from error
