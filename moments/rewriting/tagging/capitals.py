"""The tagger that needs no model: words that a corpus writes with a capital where a sentence does not ask for one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from moments.rewriting.tagging.openers import ORDINARY
from moments.rewriting.tagging.tagger import Found

WORD = re.compile(r"[^\W\d_]+")
SELDOM = 20
SENTENCE_END = re.compile(r"(?:^|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.!?:;]|[\"“(])[\s\"“'(]*$")
# Written with a capital in English, and nobody's name.
NOBODY = frozenset(
    re.findall(
        r"\w+",
        "I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July September "
        "October November December Christmas Halloween Thanksgiving Easter American British Canadian Chinese Dutch "
        "English European African Asian French German Greek Indian Irish Italian Japanese Korean Mexican Russian "
        "Scottish Spanish Swedish Turkish Jewish Christian Muslim Catholic Internet Dr Mr Mrs Ms Prof God",
    )
)


class CapitalsTagger:
    """Takes for a person what has a capital inside a sentence, or begins one and is no ordinary word.

    A word that begins a sentence is ordinary where the corpus writes it small at least as often as with a capital
    inside sentences; one that it has in neither place, where it is in ORDINARY.
    A word written small counts where the corpus writes it with a capital twenty times as often.
    Strict: places and brands count too. Words all in capitals (TV, MRI), days, months and nationalities do not.
    """

    def __init__(self) -> None:
        self._small: Counter[str] = Counter()
        self._capital: Counter[str] = Counter()

    def fit(self, descriptions: Sequence[str]) -> None:
        """Count how the corpus writes each word inside its sentences."""
        for description in descriptions:
            for word, begins in _words(description):
                if word[0].islower():
                    self._small[word] += 1
                elif not begins and word not in NOBODY and not word.isupper():
                    self._capital[word.lower()] += 1

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """The capitalised words of each text, without a score."""
        return [[Found(word) for word, begins in _words(text) if self._is_name(word, begins)] for text in texts]

    def _is_name(self, word: str, begins: bool) -> bool:
        small = word.lower()
        if word[0].islower():
            return self._capital[small] > SELDOM * (1 + self._small[small])
        if word in NOBODY or (word.isupper() and len(word) < 6):
            return False
        return not begins or self._begins_as_name(small)

    def _begins_as_name(self, small: str) -> bool:
        if self._capital[small] or self._small[small]:
            return self._capital[small] > self._small[small]
        return small not in ORDINARY


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """Each word and whether it begins a sentence."""
    for match in WORD.finditer(text):
        yield match[0], SENTENCE_END.search(text, max(0, match.start() - 8), match.start()) is not None
