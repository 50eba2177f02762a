"""Words of captions that name the direction in which a clip plays, where they should say what happens in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.twins.wording import tokens_of


@dataclass(frozen=True, slots=True)
class DirectionTerm:
    """One or more words in a row. `refused` ones speak of the video; the others may also tell how somebody moves."""

    words: tuple[str, ...]
    refused: bool

    @property
    def text(self) -> str:
        """The term as it is shown to people and handed to pages."""
        return " ".join(self.words)


def _terms(*texts: str, refused: bool) -> tuple[DirectionTerm, ...]:
    return tuple(DirectionTerm(tuple(tokens_of(text)), refused) for text in texts)


DIRECTION_TERMS: tuple[DirectionTerm, ...] = (
    *_terms(
        *("rewind", "rewinds", "rewinded", "rewinding", "rewound"),
        *("reversed", "reverse order", "reverse motion", "reverse playback", "reverse video", "reverse clip"),
        *("in reverse order", "time-reversed", "time reversal", "reverse time", "back in time", "backward in time"),
        *("played back", "plays back", "playing back", "playback", "played backward", "played backwards"),
        *("plays backward", "plays backwards", "playing backward", "playing backwards", "played in reverse"),
        *("plays in reverse", "playing in reverse", "played forward", "played forwards", "plays forward"),
        *("plays forwards", "runs backwards in time", "backward video", "backwards video", "forward video"),
        *("original video", "original clip", "normal direction"),
        refused=True,
    ),
    *_terms("backward", "backwards", "in reverse", "reverse", "reverses", "reversing", refused=False),
)
"""Longer terms of the same words win over shorter ones, so the order here makes no difference."""

LONGEST_TERM = max(len(term.words) for term in DIRECTION_TERMS)
BY_WORDS = {term.words: term for term in DIRECTION_TERMS}


def direction_terms_in(tokens: Sequence[str]) -> list[DirectionTerm]:
    """The terms in a caption's words, each once, in the order in which they come."""
    return list(dict.fromkeys(_found(tokens)))


def _found(tokens: Sequence[str]) -> Iterator[DirectionTerm]:
    place = 0
    while place < len(tokens):
        sizes = range(LONGEST_TERM, 0, -1)
        term = next((term for size in sizes if (term := BY_WORDS.get(tuple(tokens[place : place + size])))), None)
        if term is not None:
            yield term
        place += len(term.words) if term is not None else 1
