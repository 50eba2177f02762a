"""What there is to place in splits, and how the clips are placed now."""

from __future__ import annotations

from collections import Counter

from consensus.labels.selectors.twins import described_moments
from consensus.twins.splits.checking import SplitBreach, check_splits
from consensus.twins.splits.placing import PlacedClip, Split, SplitUnit
from moments.models import Campaign


def units_of(campaign: Campaign) -> list[SplitUnit]:
    """The described moments of the campaign, each placed as one."""
    return [
        SplitUnit(moment.forward.vid, moment.video_name, tuple(clip.text for clip, _ in moment.clips()))
        for moment in described_moments(campaign)
    ]


def placed_clips(campaign: Campaign) -> list[PlacedClip]:
    """The clips that are in a split."""
    return [
        PlacedClip(clip.vid, twin, moment.video_name, Split(moment.split), clip.text, len(clip.rewrites))
        for moment in described_moments(campaign)
        if moment.split
        for clip, twin in moment.clips()
    ]


def breaches_of(campaign: Campaign) -> list[SplitBreach]:
    """What the splits that are stored break, captions that came later included."""
    return check_splits(placed_clips(campaign))


def counted_splits(campaign: Campaign) -> dict[str, int]:
    """How many clips each split has, and under an empty name how many are in none."""
    return dict(Counter(moment.split for moment in described_moments(campaign) for _ in moment.clips()))
