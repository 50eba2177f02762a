"""Names that people typed, as they stand in sentences that code makes."""

from __future__ import annotations

import unicodedata

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
FROM_RIGHT = {"R", "AL", "RLE", "RLO", "RLI"}


def isolated(name: str) -> str:
    """The name, kept apart from the words around it if any of it is written from right to left.

    Templates have <bdi> for this (https://www.w3.org/International/articles/inline-bidi-markup/). All other names come
    back as they are, so that they can be searched for and copied.
    """
    if not any(unicodedata.bidirectional(letter) in FROM_RIGHT for letter in name):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
