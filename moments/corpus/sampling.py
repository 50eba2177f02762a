"""Draws queries from captions, seeded, each text once."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Container, Iterable, Sequence


def folded(text: str) -> str:
    """What texts are compared by: case, white space, width and a sign at the end make no other text."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .!?") or text


def unasked(captions: Iterable[tuple[int, str]], *, taken: Container[str]) -> list[tuple[int, str]]:
    """The (moment, caption) items that may become queries.

    Captions whose folded text is in `taken` are left out; of captions that are equal when folded only the first
    is used.
    """
    first: dict[str, tuple[int, str]] = {}
    for moment, caption in captions:
        key = folded(caption)
        if key not in taken:
            first.setdefault(key, (moment, caption))
    return list(first.values())


def drawn(free: Sequence[tuple[int, str]], *, count: int, seed: int) -> list[tuple[int, str]]:
    """`count` of the items in random order, fewer where there are fewer; the same items and seed give the same."""
    return random.Random(seed).sample(free, min(count, len(free)))


def sampled(
    captions: Iterable[tuple[int, str]], *, taken: Container[str], count: int, seed: int
) -> list[tuple[int, str]]:
    """`count` of the captions that nobody asked yet, drawn with the seed."""
    return drawn(unasked(captions, taken=taken), count=count, seed=seed)
