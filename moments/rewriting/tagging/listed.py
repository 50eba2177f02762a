"""The tagger of those who have a list of names: what of the list still stands in a text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from moments.rewriting.tagging.tagger import Found


class ListedTagger:
    """Takes for a person every name of the list, as it is written there."""

    def __init__(self, names: Collection[str]) -> None:
        longest_first = sorted(names, key=lambda name: (-len(name), name))
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def fit(self, descriptions: Sequence[str]) -> None:
        """Nothing: the list says it all."""

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """The listed names of each text, without a score."""
        return [[Found(name) for name in dict.fromkeys(self._names.findall(text))] for text in texts]
