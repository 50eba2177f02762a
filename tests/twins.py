"""Makes campaigns of twins, for tests: clips in both directions, and people who judge, write and check."""

from __future__ import annotations

from typing import Any

from annotator.models import Membership
from consensus.opening.services import open_campaign
from moments.models import Campaign
from moments.twin_protocol import TwinProtocol
from tests.built_once import built_once
from tests.factories import NOW, make_campaign, make_member, make_twins


def twin_campaign(
    slug: str = "arrow", *, people: int = 5, twins: int = 1, opened: bool = True, **twin: Any
) -> tuple[Campaign, list[Membership]]:
    """A campaign of twins, with qualified people and twins whose clips are ready (without bytes).

    No caption is checked among look-alikes unless `twin`, which holds parameters of the protocol, says otherwise.
    """
    campaign = _twins(slug, people, twins, opened, **twin)
    members = list(campaign.members.select_related("user").order_by("pk"))
    for member in members:
        member.campaign = campaign
    return campaign, members


@built_once
def _twins(slug: str, people: int, twins: int, opened: bool, **twin: Any) -> Campaign:
    campaign = make_campaign(slug, twin=TwinProtocol(**{"lookalike_share": 0.0, **twin}))
    make_twins(campaign, twins)
    for _ in range(people):
        make_member(campaign)
    if opened:
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    return campaign
