"""The inbox: all that waits for a lead of a campaign, section by section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.inbox.selectors.sections import SECTIONS, Section
from moments.models import Campaign

ROWS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Filled:
    """A section with how much waits in it, and the first rows, those that wait longest first."""

    section: Section
    count: int
    rows: Sequence[object]

    @property
    def further(self) -> int:
        """How many rows are not shown."""
        return self.count - len(self.rows)


def inbox(campaign: Campaign) -> list[Filled]:
    """Every section; a fixed number of SQL queries, fewer where nothing waits."""
    return [_filled(section, campaign) for section in SECTIONS]


def inbox_counts(campaign: Campaign) -> list[tuple[Section, int]]:
    """How much waits in each section; one SQL query or two each."""
    return [(section, section.found(campaign).count()) for section in SECTIONS]


def inbox_count(campaign: Campaign) -> int:
    """How much waits altogether."""
    return sum(count for _, count in inbox_counts(campaign))


def _filled(section: Section, campaign: Campaign) -> Filled:
    found = section.found(campaign)
    first = list(found[: ROWS_SHOWN + 1])
    count = len(first) if len(first) <= ROWS_SHOWN else found.count()
    return Filled(section, count, section.shown(first[:ROWS_SHOWN]) if first else [])
