"""What a decision of each queue calls, by the kind of campaign and the queue's key."""

from __future__ import annotations

from collections.abc import Mapping

from console.decisions.views.acts.asked import Acts
from console.decisions.views.acts.contradictory import CONTRADICTORY
from console.decisions.views.acts.discarded import DISCARDED
from console.decisions.views.acts.disputed import DISPUTED
from console.decisions.views.acts.exits import REPORTED
from console.decisions.views.acts.marked import UNCLEAR, VIDEOS
from console.decisions.views.acts.stuck import STUCK
from console.decisions.views.acts.truths import EXAM, GOLD
from console.decisions.views.acts.twins import CHECKED, JUDGEMENTS, REPORTED_CLIPS, STUCK_CLIPS
from moments.models import Campaign, CampaignKind

ACTS: Mapping[str, Acts] = {
    "discarded": DISCARDED,
    "reported": REPORTED,
    "stuck": STUCK,
    "exam": EXAM,
    "gold": GOLD,
    "contradictions": CONTRADICTORY,
    "queries": DISPUTED,
}

MARKED_ACTS: Mapping[str, Acts] = {
    "reported": REPORTED,
    "queries": UNCLEAR,
    "stuck": STUCK,
    "videos": VIDEOS,
    "gold": GOLD,
}


TWIN_ACTS: Mapping[str, Acts] = {
    "judgements": JUDGEMENTS,
    "captions": CHECKED,
    "reported": REPORTED_CLIPS,
    "stuck": STUCK_CLIPS,
}
BY_KIND: Mapping[str, Mapping[str, Acts]] = {
    CampaignKind.GRADE: ACTS,
    CampaignKind.MARK: MARKED_ACTS,
    CampaignKind.TWIN: TWIN_ACTS,
}


def acts_of(campaign: Campaign, key: str) -> Acts:
    """Those of the queue of that key in a campaign of this kind."""
    return BY_KIND[campaign.kind][key]
