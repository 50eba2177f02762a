"""What lies in the places of videos, held against the videos of a campaign or of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from moments.clips.selectors.video_places import video_places
from moments.clips.services.starting import require_allowed
from moments.clips.services.video_sources import source_named
from moments.material.matching import Match, PlacedFile, match_names
from moments.models import Campaign

MOST_LISTED = 20_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Videos held against a place; `is_cut_off` if it holds more than was looked at."""

    place: str
    match: Match
    is_cut_off: bool


def names_of_campaign(campaign: Campaign) -> dict[str, int]:
    """The campaign's videos with the number of their moments, by name."""
    return dict(campaign.videos.order_by("name").annotate(n=Count("moments")).values_list("name", "n"))


def names_in(rows: Iterable[str]) -> dict[str, int]:
    """The videos that the rows of a file name, with the number of their rows, by name."""
    return dict(sorted(Counter(rows).items()))


def compared(campaign: Campaign, place: str, names: Mapping[str, int]) -> Comparison:
    """The names held against what lies in the place; raises BadInput for a place that a page may not name or read."""
    require_allowed(campaign, place)
    listed = source_named(place).listed(MOST_LISTED + 1)
    placed = [PlacedFile(file, size) for file, size in listed[:MOST_LISTED]]
    return Comparison(place, match_names(names, placed), len(listed) > MOST_LISTED)


def place_asked(campaign: Campaign, asked: str) -> str:
    """The place that was asked for, else the one to begin with; empty if there is none."""
    return asked.strip() or video_places(campaign).source
