"""Campaigns and the protocol in force."""

from __future__ import annotations

from moments.base.errors import BadInput
from moments.models import Campaign, ProtocolVersion
from moments.parameters import Parameters
from moments.scale import Level


def campaign_by_slug(slug: str) -> Campaign:
    """The campaign; raises BadInput when there is none."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        known = ", ".join(Campaign.objects.order_by("slug").values_list("slug", flat=True)[:10])
        raise BadInput(f"there is no campaign {slug!r}" + (f"; expected one of: {known}" if known else ""))
    return campaign


def newest_protocol(campaign: Campaign) -> ProtocolVersion:
    """The version under which a batch opened now would settle."""
    return campaign.protocols.latest("version")


def parameters_of(version: ProtocolVersion) -> Parameters:
    """The values of a version, as its campaign's kind has them."""
    campaign, protocol = version.campaign, version.protocol
    if campaign.is_marked:
        return Parameters(protocol, marking=version.marking.protocol)
    return Parameters(protocol, twin=version.twin.protocol if campaign.is_twin else None)


def levels_of(campaign: Campaign) -> tuple[Level, ...]:
    """The levels of the campaign's scale, lowest first; one SQL query."""
    return tuple(row.level for row in campaign.levels.order_by("relevance"))
