"""The interface of name taggers, and when what one found counts as a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

HIGHEST_SCORE = 0.8


@dataclass(frozen=True, slots=True)
class Found:
    """A stretch of a text taken for a person; `score` from 0 to 1, None if the tagger gives none."""

    text: str
    score: float | None = None

    @property
    def with_score(self) -> str:
        """The text, with the score if there is one."""
        return self.text if self.score is None else f"{self.text} ({self.score:.2f})"


class Tagger(Protocol):
    """What checking needs of a tagger."""

    def fit(self, descriptions: Sequence[str]) -> None:
        """Learn what must be learned from the corpus (nothing, for a pretrained model)."""

    def people(self, texts: Sequence[str]) -> list[list[Found]]:
        """For each text what is taken for a person."""


def named(found: Iterable[Found]) -> list[Found]:
    """Those that count as a name left: with a score none may be above 0.8, without one any counts."""
    return [one for one in found if one.score is None or one.score > HIGHEST_SCORE]
