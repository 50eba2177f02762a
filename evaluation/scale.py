"""Scales of relevance (R1), from which everything takes how far it reaches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Whole numbers from the lowest to the highest level; as text it reads "0 to 4"."""

    lowest: int
    highest: int

    def __contains__(self, value: float) -> bool:
        return self.lowest <= value <= self.highest

    def __str__(self) -> str:
        return f"{self.lowest} to {self.highest}"

    @property
    def levels(self) -> range:
        """Every level, lowest first."""
        return range(self.lowest, self.highest + 1)

    @property
    def count(self) -> int:
        """How many levels there are."""
        return self.highest - self.lowest + 1

    @property
    def span(self) -> int:
        """How far apart two levels can be."""
        return self.highest - self.lowest

    @property
    def by_text(self) -> dict[str, int]:
        """Every level by its digits, as forms and files write it."""
        return {str(level): level for level in self.levels}


SCALE = Scale(0, 4)  # the published one, for whoever names no other
WIDEST = Scale(0, 6)
