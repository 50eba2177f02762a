"""Draws queries from captions, seeded, each text once."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Container, Iterable


def folded(text: str) -> str:
    """What texts are compared by: case, white space, width and a sign at the end make no other text."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .!?") or text


def sampled(
    captions: Iterable[tuple[int, str]], *, taken: Container[str], count: int, seed: int
) -> list[tuple[int, str]]:
    """`count` of the (moment, caption) items in random order, fewer where fewer are left.

    Captions whose folded text is in `taken` are left out; of captions that are equal when folded only the first
    is used. The same captions in the same order and the same seed give the same sample.
    """
    first: dict[str, tuple[int, str]] = {}
    for moment, caption in captions:
        key = folded(caption)
        if key not in taken:
            first.setdefault(key, (moment, caption))
    items = list(first.values())
    return random.Random(seed).sample(items, min(count, len(items)))
