"""One file of vectors: a header line, the hashes of the texts, the rows; complete and unchanged, or not read.

Layout: `reelevance vectors 1` and a line end, a JSON object on one line (model, rows, dimensions, SHA-256 of the
rest), then rows × 32 bytes of hashes and rows × dimensions float32, little-endian.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"reelevance vectors 1\n"
KEY_BYTES = 32


class Damaged(Exception):
    """The file is not what was written; the message says how."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Rows of vectors with their texts' hashes, of one model."""

    model: str
    keys: list[bytes]
    rows: NDArray[np.float32]


def write_shard(folder: Path, shard: Shard) -> Path:
    """The shard in a new file of the folder, named after what it holds; whole or not there at all."""
    body = b"".join(shard.keys) + np.ascontiguousarray(shard.rows, dtype="<f4").tobytes()
    digest = hashlib.sha256(body).hexdigest()
    height, width = shard.rows.shape
    header = {"model": shard.model, "rows": height, "dimensions": width, "sha256": digest}
    target = folder / f"{digest[:24]}.vectors"
    partial = folder / f".{digest[:24]}.{os.getpid()}.partial"
    try:
        with partial.open("wb") as file:
            file.write(MAGIC + json.dumps(header).encode() + b"\n")
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def read_shard(path: Path) -> Shard:
    """The shard in the file; raises Damaged where it is not what was written."""
    content = path.read_bytes()
    start = content.find(b"\n", len(MAGIC)) + 1
    if not content.startswith(MAGIC) or not start:
        raise Damaged("is not a file of vectors, or has an old format")
    header = _header(content[len(MAGIC) : start])
    body = memoryview(content)[start:]
    rows, width = header["rows"], header["dimensions"]
    if len(body) != rows * (KEY_BYTES + 4 * width):
        raise Damaged("does not have the length that its header names")
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise Damaged("does not contain the bytes that were written")
    keys = [bytes(body[place : place + KEY_BYTES]) for place in range(0, rows * KEY_BYTES, KEY_BYTES)]
    values = np.frombuffer(body, dtype="<f4", offset=rows * KEY_BYTES).reshape(rows, width)
    return Shard(str(header["model"]), keys, values)


def _header(line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
        if isinstance(header, dict) and all(type(header[name]) is int for name in ("rows", "dimensions")):
            return {name: header[name] for name in ("model", "rows", "dimensions", "sha256")}
    except (ValueError, KeyError):
        pass
    raise Damaged("has no readable header")
