"""How large a set of texts and stretches is: distinct words, and hours."""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"\w+(?:['’]\w+)*")
HOUR_S = 3600


def vocabulary(texts: Iterable[str]) -> set[str]:
    """The distinct words without regard to case: runs of letters and digits; an apostrophe inside belongs to a word."""
    return {word.casefold() for text in texts for word in WORD.findall(text)}


def hours(seconds: Iterable[float]) -> float:
    """The sum in hours, to two decimals."""
    return round(sum(seconds) / HOUR_S, 2)
