"""What the report of a twins campaign is made of, as the database gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from consensus.agreement.twins import TwinAgreement
from consensus.labels.twin_rows import DescribedMoment


@dataclass(frozen=True, slots=True)
class TwinCounts:
    """Everything, as far as it is decided.

    `truths` counts judged clips by outcome and criterion, "" where time does not matter, and `withdrawn` those that a
    lead withdrew. `captions` counts the captions of twins and singles that were passed on by where they are, `returns`
    how often one came back by reason. `hours` are person-hours by kind of work, `answers` how many there were of it.
    """

    moments: Sequence[DescribedMoment]
    truths: Mapping[tuple[str, str], int]
    withdrawn: int
    agreement: TwinAgreement
    captions: Mapping[str, int]
    returns: Mapping[str, int]
    hours: Mapping[str, float]
    answers: Mapping[str, int]

    @property
    def judged(self) -> int:
        """The clips with a verdict on their judgements, without those withdrawn."""
        return sum(self.truths.values())
