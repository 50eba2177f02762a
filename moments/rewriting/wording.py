"""Compares a description with its caption word by word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

TOKEN = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*|\s+|.", re.DOTALL)
WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
POSSESSIVE = re.compile(r"[’']s?$")

MASCULINE = frozenset(
    re.findall(
        r"\w+",
        "man men boy boys guy guys gentleman gentlemen he him his himself male father dad son brother husband "
        "boyfriend uncle grandfather king prince groom waiter policeman fireman",
    )
)
FEMININE = frozenset(
    re.findall(
        r"\w+",
        "woman women girl girls lady ladies she her hers herself female mother mom daughter sister wife girlfriend "
        "aunt grandmother queen princess bride waitress policewoman",
    )
)
ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text, changed or as in the other one."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """The description and the caption in pieces."""

    before: list[Piece]
    after: list[Piece]


@dataclass(frozen=True, slots=True)
class WordCount:
    """How often a word was put in."""

    word: str
    gender: str
    count: int


def changes(description: str, caption: str) -> Changes:
    """Where the two differ, in whole words; capitals at a beginning count as no difference."""
    old, new = TOKEN.findall(description), TOKEN.findall(caption)
    long = len(new) > 400  # then frequent tokens are no anchors: the time would grow with the square
    matcher = SequenceMatcher(None, [t.lower() for t in old], [t.lower() for t in new], autojunk=long)
    before: list[Piece] = []
    after: list[Piece] = []
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        _add(before, old[start:end], kind != "equal")
        _add(after, new[new_start:new_end], kind != "equal")
    return Changes(before, after)


def exchanged(description: str, caption: str) -> tuple[int, list[str]]:
    """How many words of the description the caption lacks, and the words that it has instead, in small letters.

    Words are counted and not aligned, which takes a part of the time of `changes`: a word that moved is no change.
    """
    left = Counter(WORD.findall(description.lower()))
    left.subtract(WORD.findall(caption.lower()))
    replaced = sum(count for count in left.values() if count > 0)
    put_in = [POSSESSIVE.sub("", word) for word, count in left.items() for _ in range(-count)]
    return replaced, put_in


def most_put_in(words: Iterable[str], most: int) -> list[WordCount]:
    """The words put in most often, articles left out, each with the gender that it tells."""
    counts = Counter(word for word in words if word not in ARTICLES)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [WordCount(word, gender_of(word), count) for word, count in ordered[:most]]


def gender_of(word: str) -> str:
    """`man`, `woman` or `person`, as the word tells."""
    if word in MASCULINE:
        return "man"
    return "woman" if word in FEMININE else "person"


def _add(pieces: list[Piece], tokens: list[str], changed: bool) -> None:
    if tokens:
        pieces.append(Piece("".join(tokens), changed))
