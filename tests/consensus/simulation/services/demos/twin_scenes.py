"""The demo's twins campaign, without the files of its clips."""

from __future__ import annotations

from datetime import timedelta

from annotator.models import Membership
from consensus.opening.services import open_campaign
from consensus.simulation.services.demos.twin_demo import FATES, PEOPLE, PROTOCOL, SEED, import_demo_moments
from consensus.simulation.services.demos.twin_story import play_twin_story
from consensus.simulation.services.people import synthetic_annotators
from moments.material.services.twins import make_twins
from moments.models import Campaign
from tests.built_once import built_once
from tests.factories import NOW, make_campaign, make_clips, make_member

LATER = NOW + timedelta(days=1)


@built_once
def _played() -> Campaign:
    campaign = make_campaign("demo-twins", twin=PROTOCOL, seed=SEED)
    import_demo_moments(campaign)
    make_twins(campaign=campaign, actor="test", now=NOW)
    make_clips(campaign.moments.all())
    writer, _ = make_member(campaign), make_member(campaign)
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    others = synthetic_annotators(campaign=campaign, count=PEOPLE, now=NOW)
    play_twin_story(campaign=campaign, fates=FATES, writer=writer, others=others, now=LATER)
    return campaign


def played() -> tuple[Campaign, Membership, Membership]:
    """With its story played until `LATER`; the writer and the checker, who sign in."""
    campaign = _played()
    writer, checker = campaign.members.select_related("campaign", "user").order_by("pk")[:2]
    return campaign, writer, checker
