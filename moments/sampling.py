"""Draws queries from captions, seeded, each text once."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable


def sampled(
    captions: Iterable[tuple[int, str]], *, taken: Container[str], count: int, seed: int
) -> list[tuple[int, str]]:
    """`count` of the (moment, caption) items in random order, fewer where fewer are left.

    Captions in `taken` are passed over; of equal captions the first stands for all. The same
    captions in the same order and the same seed give the same sample.
    """
    first: dict[str, int] = {}
    for moment, caption in captions:
        if caption not in taken:
            first.setdefault(caption, moment)
    items = [(moment, caption) for caption, moment in first.items()]
    return random.Random(seed).sample(items, min(count, len(items)))
