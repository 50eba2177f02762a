"""The settings of an exam (R10), checked before anything is made."""

from __future__ import annotations

from dataclasses import dataclass

from moments.base.errors import BadInput

MOST_QUERIES = 1000
MOST_PAIRS = 10_000
SHARES = ("most_misalignment", "least_found", "least_iou", "most_case_misalignment")
OF_KIND = {
    "grade": ("least_kappa",),
    "mark": ("least_found", "least_iou"),
    "twin": ("most_case_misalignment",),
}
UNITS = {"grade": "pair", "mark": "question", "twin": "clip"}
ASKED = {"grade": "relevance", "mark": "segments", "twin": "judgements"}


@dataclass(frozen=True, slots=True)
class Bar:
    """What first answers must reach: at most that share of misses, at least that kappa; None asks for nothing.

    In marking campaigns, at least that share of the true segments and that mean IoU instead of the kappa; in a
    twins campaign at most that share of misses among the clips of each case.
    """

    most_misalignment: float | None = None
    least_kappa: float | None = None
    least_found: float | None = None
    least_iou: float | None = None
    most_case_misalignment: float | None = None

    def check(self, kind: str = "grade") -> None:
        """Raise BadInput naming what is out of its range, or has no meaning in a campaign of that kind."""
        for name in SHARES:
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise BadInput(f"{name}: expected a fraction from 0 to 1, got {value}")
        if self.least_kappa is not None and not -1 <= self.least_kappa <= 1:
            raise BadInput(f"least_kappa: expected -1 to 1, got {self.least_kappa}")
        for other, names in OF_KIND.items():
            for name in names:
                if other != kind and getattr(self, name) is not None:
                    raise BadInput(f"{name}: is not a bar for a campaign in which people are asked for {ASKED[kind]}")


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
