"""What is checked of captions while they are written: each check gives a sentence for the writer.

No sentence speaks of a direction: writers know the clips as first and second.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.twins.direction_words import direction_terms_in
from annotator.twins.wording import (
    latin_share,
    letters_of,
    nearness,
    normalised,
    script_of,
    stored_text,
    tokens_of,
    word_count,
)
from moments.rewriting.checks import MARKUP

MOST_CHARACTERS = 2_000
SPACES = "\t\n\r"
JOINERS = "\u200c\u200d"  # which some scripts need between letters
WRITTEN_AS_CODE = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]+);|https?://|www\.", re.IGNORECASE)
# What two captions may differ in and still say the same.
EMPTY_WORDS = frozenset(
    {"a", "an", "the", "this", "that", "these", "those", "is", "are", "was", "were", "be", "being", "it", "its"}
    | {"and", "then", "there"}
)
# An encoder is asked only about captions that share at most so much: beyond, it hardly sees the words that differ.
MOST_SHARED = 0.6
SAME_MEANING = "The two captions seem to mean the same. Check that each tells its clip from the other."
Similar = Callable[[str, str], float | None]


class CaptionCheck(StrEnum):
    """What a check looks at."""

    LENGTH = "length"
    CHARACTERS = "characters"
    MARKUP = "markup"
    SCRIPT = "script"
    DIRECTION = "direction"
    EQUAL = "equal"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class CaptionLimits:
    """What a campaign asks of its captions.

    Two captions nearer than `nearest` (0 to 1) to each other are pointed out. At least `least_script` of the letters
    are Latin; with 0, letters are not checked. Raises ValueError naming the value that is out of its range.
    """

    min_words: int = 3
    max_words: int = 60
    nearest: float = 0.9
    least_script: float = 0.9

    def __post_init__(self) -> None:
        if not 1 <= self.min_words <= self.max_words:
            raise ValueError(f"min_words: expected 1 to {self.max_words}, got {self.min_words}")
        for name, value in (("nearest", self.nearest), ("least_script", self.least_script)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name}: expected 0 to 1, got {value:g}")


@dataclass(frozen=True, slots=True)
class CaptionFault:
    """What a check found, as a sentence for the writer. What is not `refused` may be right: the writer decides."""

    check: CaptionCheck
    sentence: str
    refused: bool = True


STANDARD_LIMITS = CaptionLimits()


def check_caption(text: str, limits: CaptionLimits = STANDARD_LIMITS) -> list[CaptionFault]:
    """What is wrong with one caption; of one that is far too long only that."""
    if len(text) > MOST_CHARACTERS:
        return [CaptionFault(CaptionCheck.LENGTH, _too_long(text, limits))]
    return [
        *_length_faults(text, limits),
        *_character_faults(text, limits),
        *_markup_faults(text),
        *_script_faults(text, limits),
        *_direction_faults(text),
    ]


def check_couple(
    one: str, other: str, limits: CaptionLimits = STANDARD_LIMITS, *, similar: Similar | None = None
) -> list[CaptionFault]:
    """What is wrong with two captions of the same twins beside each other, in the order in which they are shown.

    `similar` asks an encoder how alike they are (1 at most; None if it has no answer). It is asked last, and only
    about captions of which words say little. Captions that are too long are not compared.
    """
    if any(len(text) > MOST_CHARACTERS or word_count(text) > limits.max_words for text in (one, other)):
        return []
    if normalised(one) == normalised(other):
        return [CaptionFault(CaptionCheck.EQUAL, "The two captions are the same. Say what differs between the clips.")]
    words, others = tokens_of(one), tokens_of(other)
    if _saying(words) == _saying(others):
        sentence = "The two captions differ only in words such as “a” and “then”. Say what differs between the clips."
        return [CaptionFault(CaptionCheck.EQUAL, sentence)]
    by_words = nearness(words, others)
    if by_words > limits.nearest:
        difference = _difference(words, others)
        sentence = f"The two captions are nearly the same{difference}. Is this what tells the clips apart?"
        return [CaptionFault(CaptionCheck.NEAR, sentence, refused=False)]
    by_encoder = similar(one, other) if similar and by_words <= MOST_SHARED else None
    if by_encoder is None or by_encoder <= limits.nearest:
        return []
    return [CaptionFault(CaptionCheck.NEAR, SAME_MEANING, refused=False)]


def _saying(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in EMPTY_WORDS]


def _difference(words: Sequence[str], others: Sequence[str]) -> str:
    """What only one of the two has, if it is little enough to be read at a glance."""
    only = [word for word in dict.fromkeys(words) if word not in others]
    only_other = [word for word in dict.fromkeys(others) if word not in words]
    if not only or not only_other or len(only) + len(only_other) > 6:
        return ""
    return f" except for “{' '.join(only)}” and “{' '.join(only_other)}”"


def _length_faults(text: str, limits: CaptionLimits) -> Iterator[CaptionFault]:
    words = word_count(text)
    if not words:
        yield CaptionFault(CaptionCheck.LENGTH, "The caption is empty.")
    elif words < limits.min_words:
        sentence = f"The caption has {_words(words)}. Write at least {limits.min_words}."
        yield CaptionFault(CaptionCheck.LENGTH, sentence)
    elif words > limits.max_words:
        yield CaptionFault(CaptionCheck.LENGTH, _too_long(text, limits))


def _too_long(text: str, limits: CaptionLimits) -> str:
    words = word_count(text)
    if words > limits.max_words:
        return f"The caption has {_words(words)}. Write at most {limits.max_words}."
    return f"The caption has {len(text):,} characters. Write at most {MOST_CHARACTERS:,}."


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count:,} words"


def _character_faults(text: str, limits: CaptionLimits) -> Iterator[CaptionFault]:
    """The first character that cannot be seen: it would change how the line reads, or hide a difference."""
    allowed = SPACES if limits.least_script else SPACES + JOINERS
    for place, character in enumerate(text, start=1):
        if unicodedata.category(character)[0] == "C" and character not in allowed:
            name = unicodedata.name(character, "")
            what = f"U+{ord(character):04X}{' ' + name.lower() if name else ''}"
            sentence = f"Character {place} cannot be seen ({what}). Delete it."
            yield CaptionFault(CaptionCheck.CHARACTERS, sentence)
            return


def _markup_faults(text: str) -> Iterator[CaptionFault]:
    code = WRITTEN_AS_CODE.search(text)
    found = code[0] if code else next((character for character in text if character in MARKUP), None)
    if found is not None:
        yield CaptionFault(CaptionCheck.MARKUP, f"The caption contains “{found}”. Write plain text.")


def _script_faults(text: str, limits: CaptionLimits) -> Iterator[CaptionFault]:
    if not limits.least_script:
        return
    for word in stored_text(text).split():
        scripts = {script_of(letter) for letter in letters_of(word)}
        if len(scripts) > 1:
            names = " and ".join(sorted(script.capitalize() for script in scripts))
            sentence = f"“{word}” mixes letters of different scripts ({names}). Type it again."
            yield CaptionFault(CaptionCheck.SCRIPT, sentence)
            return
    share = latin_share(text)
    if share < limits.least_script:
        found = f"Only {int(100 * share)}%" if share else "None"
        sentence = f"{found} of the letters are Latin. Write in the script of the campaign."
        yield CaptionFault(CaptionCheck.SCRIPT, sentence)


def _direction_faults(text: str) -> Iterator[CaptionFault]:
    for term in direction_terms_in(tokens_of(text)):
        if term.refused:
            sentence = f"“{term.text}” says how the clip is played. Say what happens in it."
        else:
            sentence = f"Use “{term.text}” only for how somebody or something moves, not for how the clip is played."
        yield CaptionFault(CaptionCheck.DIRECTION, sentence, term.refused)
