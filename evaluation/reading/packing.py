"""Arrays as compact bytes, for a database to keep."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(**arrays: NDArray[Any]) -> bytes:
    """The arrays by name, compressed; only texts and numbers, no Python objects."""
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


def unpacked(content: bytes | memoryview, *names: str) -> list[NDArray[Any]]:
    """The arrays of these names, in this order; only they are decompressed."""
    with np.load(io.BytesIO(bytes(content)), allow_pickle=False) as arrays:
        return [arrays[name] for name in names]
