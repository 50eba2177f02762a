"""Captions as they are stored and compared: spaces, words, letters, and what two of them share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby


def stored_text(text: str) -> str:
    """The text as it is stored: composed, with one space between words and none around them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def tokens_of(text: str) -> list[str]:
    """The words in small letters, without punctuation: runs of letters, marks and numbers."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    runs = groupby(plain, key=lambda character: unicodedata.category(character)[0] in "LMN")
    return ["".join(run) for is_word, run in runs if is_word]


def word_count(text: str) -> int:
    """How many words stand between spaces; a dash between two spaces is none."""
    return sum(any(character.isalnum() for character in word) for word in text.split())


def normalised(text: str) -> str:
    """What is left of a text if case, spaces, punctuation and forms of letters make no difference."""
    return " ".join(tokens_of(text))


def script_of(character: str) -> str:
    """How Unicode names the script of a letter: LATIN, CYRILLIC, CJK."""
    return unicodedata.name(character, "UNNAMED").split()[0].split("-")[0]


def letters_of(text: str) -> list[str]:
    """The letters of a text in their usual forms, so that wide or mathematical ones are letters of their script."""
    return [character for character in unicodedata.normalize("NFKC", text) if character.isalpha()]


def latin_share(text: str) -> float:
    """The share (0 to 1) of the letters that are Latin; 1 for a text without letters."""
    letters = letters_of(text)
    if not letters:
        return 1.0
    return sum(script_of(letter) == "LATIN" for letter in letters) / len(letters)


def nearness(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of two lists of words is the same in the same order: 2 × common ÷ all; 1 for two empty lists.

    The common part is the longest common subsequence, so that "left to right" and "right to left" are not equal.
    The time grows with the product of the lengths.
    """
    if not one and not other:
        return 1.0
    row = [0] * (len(other) + 1)
    for word in one:
        before = 0
        for place, candidate in enumerate(other, start=1):
            above = row[place]
            row[place] = before + 1 if word == candidate else max(above, row[place - 1])
            before = above
    return 2 * row[-1] / (len(one) + len(other))
