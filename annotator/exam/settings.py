"""The settings of an exam (R10), checked before anything is made."""

from __future__ import annotations

from dataclasses import dataclass

from moments.base.errors import BadInput

MOST_QUERIES = 1000
MOST_PAIRS = 10_000


@dataclass(frozen=True, slots=True)
class Bar:
    """What first answers must reach: at most that share of misses, at least that kappa; None asks for nothing."""

    most_misalignment: float | None = None
    least_kappa: float | None = None

    def check(self) -> None:
        """Raise BadInput naming what is out of its range."""
        if self.most_misalignment is not None and not 0 <= self.most_misalignment <= 1:
            raise BadInput(f"most_misalignment: expected a fraction from 0 to 1, got {self.most_misalignment}")
        if self.least_kappa is not None and not -1 <= self.least_kappa <= 1:
            raise BadInput(f"least_kappa: expected -1 to 1, got {self.least_kappa}")


NO_BAR = Bar()


def require(field: str, value: int, least: int, most: int) -> None:
    """Raise BadInput naming the field unless the value lies in that range."""
    if not least <= value <= most:
        raise BadInput(f"{field}: expected {least} to {most}, got {value}")


def require_cover(bank: int, items: int, takers: int) -> None:
    """Raise BadInput if so many people cannot answer every pair of a cohort's bank, which gives pairs no truth."""
    if takers * items < bank:
        raise BadInput(
            f"takers_to_freeze: {takers} people who answer {items} pairs each cannot cover all {bank} pairs of the bank"
        )
