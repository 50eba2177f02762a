"""Counts the pieces of a study that are done, for whoever shows its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Advance = Callable[[int], None]


def unheard(done: int) -> None:
    """Progress that nobody listens to."""


@dataclass(slots=True)
class Progress:
    """Pieces that are done; `advance` gets their number after each."""

    advance: Advance = unheard
    done: int = 0

    def add(self, pieces: int) -> None:
        """So many more are done."""
        self.done += pieces
        self.advance(self.done)
