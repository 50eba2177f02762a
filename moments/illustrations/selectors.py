"""Which pictures and clips a campaign has for its texts."""

from __future__ import annotations

from collections.abc import Collection

from moments.models import Campaign, Illustration


def illustrations_of(campaign: Campaign) -> list[Illustration]:
    """Those that were not removed, newest first."""
    return list(campaign.illustrations.filter(removed_at=None).order_by("-number"))


def numbered_illustrations(campaign: Campaign, numbers: Collection[int]) -> dict[int, Illustration]:
    """Those of the numbers that are there, by number; asks nothing where there are no numbers."""
    if not numbers:
        return {}
    rows = campaign.illustrations.filter(removed_at=None, number__in=numbers)
    return {row.number: row for row in rows}


def known_numbers(campaign: Campaign) -> set[int]:
    """The numbers that a text may name."""
    return set(campaign.illustrations.filter(removed_at=None).values_list("number", flat=True))
