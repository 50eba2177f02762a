"""Numbers with their nouns in English sentences that are not translated."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """The number with its noun, grouped by thousands: `1 clip`, `0 clips`, `1,200 clips`.

    `many` is for what does not end in s, and for verbs: `counted(n, "query is", "queries are")`.
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
