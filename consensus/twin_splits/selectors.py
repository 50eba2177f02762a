"""What there is to place in splits, and how the clips are placed now."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from consensus.labels.selectors.twins import described_moments
from consensus.labels.twin_rows import DescribedMoment
from consensus.twins.splits.checking import SplitBreach, check_splits
from consensus.twins.splits.ledger_kinds import SPLITS_DRAWN
from consensus.twins.splits.placing import PlacedClip, Split, SplitSizes, SplitUnit
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class Drawing:
    """The newest drawing: its sizes in clips, its seed, who drew it and when."""

    sizes: SplitSizes
    seed: int
    actor: str
    drawn_at: datetime


@dataclass(frozen=True, slots=True)
class SplitsNow:
    """What is described, how it is placed, and what the splits that are stored break.

    `counts` are clips by split, those in none under an empty name. `last` is None if nothing was drawn yet.
    """

    units: tuple[SplitUnit, ...]
    counts: dict[str, int]
    breaches: list[SplitBreach]
    last: Drawing | None

    @property
    def twins(self) -> int:
        """How many twins are described."""
        return sum(not unit.is_single for unit in self.units)

    @property
    def singles(self) -> int:
        """How many moments have one described clip."""
        return len(self.units) - self.twins

    @property
    def sources(self) -> int:
        """From how many videos they are."""
        return len({unit.source for unit in self.units})

    @property
    def mark(self) -> str:
        """What somebody saw, to compare with when they have splits drawn."""
        return units_mark(self.units)


def splits_now(campaign: Campaign) -> SplitsNow:
    """All of it, in a fixed number of SQL queries."""
    moments = list(described_moments(campaign))
    return SplitsNow(
        tuple(map(_unit, moments)), _counts(moments), check_splits(_placed(moments)), _last_drawing(campaign)
    )


def units_of(campaign: Campaign) -> list[SplitUnit]:
    """The described moments of the campaign, each placed as one."""
    return [_unit(moment) for moment in described_moments(campaign)]


def units_mark(units: Collection[SplitUnit]) -> str:
    """A short text that changes with what there is to place."""
    rows = sorted((unit.name, unit.source, unit.captions) for unit in units)
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]


def placed_clips(campaign: Campaign) -> list[PlacedClip]:
    """The clips that are in a split."""
    return _placed(described_moments(campaign))


def breaches_of(campaign: Campaign) -> list[SplitBreach]:
    """What the splits that are stored break, captions that came later included."""
    return check_splits(placed_clips(campaign))


def counted_splits(campaign: Campaign) -> dict[str, int]:
    """How many clips each split has, and under an empty name how many are in none."""
    return _counts(described_moments(campaign))


def _unit(moment: DescribedMoment) -> SplitUnit:
    return SplitUnit(moment.forward.vid, moment.video_name, tuple(clip.text for clip, _ in moment.clips()))


def _placed(moments: Iterable[DescribedMoment]) -> list[PlacedClip]:
    return [
        PlacedClip(clip.vid, twin, moment.video_name, Split(moment.split), clip.text, len(clip.rewrites))
        for moment in moments
        if moment.split
        for clip, twin in moment.clips()
    ]


def _counts(moments: Iterable[DescribedMoment]) -> dict[str, int]:
    return dict(Counter(moment.split for moment in moments for _ in moment.clips()))


def _last_drawing(campaign: Campaign) -> Drawing | None:
    entry = campaign.ledger.filter(kind=SPLITS_DRAWN.name).order_by("-number").first()
    if entry is None:
        return None
    payload = json.loads(entry.payload)
    sizes = SplitSizes(payload["val"], payload["test"], payload["tolerance"])
    return Drawing(sizes, payload["seed"], entry.actor, entry.at)
