"""The items of labels as compact bytes, for a database to keep."""

from __future__ import annotations

import hashlib

import numpy as np

from evaluation.reading.packing import packed, unpacked
from evaluation.twins.metrics.items import TwinItems


def packed_items(items: TwinItems) -> bytes:
    """Names, directions and twins, compressed."""
    return packed(names=np.array(items.names, dtype=np.str_), forward=items.forward, twin=items.twin)


def unpacked_items(content: bytes | memoryview) -> TwinItems:
    """The items that were packed."""
    names, forward, twin = unpacked(content, "names", "forward", "twin")
    return TwinItems(names.tolist(), forward, twin)


def digest_of_items(items: TwinItems) -> str:
    """SHA-256 over the items: equal for equal ones, whenever they were packed."""
    rows = zip(items.names, items.forward.tolist(), items.twin.tolist(), strict=True)
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()
