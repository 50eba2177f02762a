"""Decodes JSON more strictly than Python does, and says where it found what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.faults import key_twice, no_number, place

# A list costs a Python process 80 bytes and an object 230, however few it takes in the file. The shortest entries of a
# sound file are [0,0,1,1], of ten bytes and {"desc_id":1,"predictions":[]}, of 31.
BYTES_A_LIST = 8
BYTES_AN_OBJECT = 24
FREE = 1000


class TwiceError(ValueError):
    """A key appears twice in one object, which JSON readers let pass."""


def strict_decoder() -> json.JSONDecoder:
    """A decoder that refuses a key twice, NaN and Infinity."""
    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def refuse_crowded(path: Path, content: bytes, what: str = "file") -> None:
    """Refuse what would need many times its size in memory, before it is parsed."""
    for sign, kind, bytes_each in ((b"[", "lists", BYTES_A_LIST), (b"{", "objects", BYTES_AN_OBJECT)):
        found, most = content.count(sign), FREE + len(content) // bytes_each
        if found > most:
            raise EvaluationError(f"{path}: contains {found:,} {kind}; a {what} of its size may contain {most:,}")


def refusal(path: Path, text: str, error: Exception, *, line: int = 1, column: int = 1) -> EvaluationError:
    """What to say of an error of the decoder; the text begins at that line and column of the file."""
    if isinstance(error, RecursionError):
        return EvaluationError(f"{path}: the JSON is nested too deeply")
    if isinstance(error, json.JSONDecodeError):
        return EvaluationError(f"{path} {place(text, error.pos, line, column)}: not JSON: {error.msg}")
    find = key_twice if isinstance(error, TwiceError) else no_number
    found = find(text, line, column)
    return EvaluationError(f"{path} {found}" if found else f"{path}: {error}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise TwiceError("a key appears twice in one object")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(f"contains {name}, which is not a JSON number")
