"""The third demo campaign: drawn clips forwards and backwards, with work in every state.

A preparation that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.utils import timezone

from annotator.models import Role, Seat, SeatState
from consensus.models import VideoSplit
from consensus.opening.services import open_campaign
from consensus.simulation.services.demos.demo_logins import ACTOR, DemoLogins, demo_member, demo_user
from consensus.simulation.services.demos.demo_rate import BEGAN, pay_from_first_day
from consensus.simulation.services.demos.twin_story import Fate, play_twin_story
from consensus.simulation.services.people import synthetic_annotators
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from moments.campaign.services import create_campaign
from moments.clips.services.cutting import cut_clips
from moments.corpus.files.moment_file import read_moments
from moments.corpus.services import import_moments
from moments.demo.rows import demo_rows
from moments.material.services.twins import make_twins
from moments.models import Campaign, CampaignStatus
from moments.protocol import Protocol
from moments.twin_protocol import TwinProtocol

SLUG = "demo-twins"
SEED = 2024
PEOPLE = 4
PROTOCOL = TwinProtocol(lookalike_share=0.25, lookalikes=3)
SIZES = SplitSizes(val=2, test=6)

# By the desc_id of the demo's moments, which are short. Videos with finished twins only can be for validation and test.
FATES = {
    **dict.fromkeys((2, 7, 18, 43, 57, 61, 30, 40), Fate.FINISHED),
    **dict.fromkeys((10, 53), Fate.UNJUDGED),
    **dict.fromkeys((29, 79), Fate.UNWRITTEN),
    36: Fate.UNCHECKED,
    49: Fate.UNMATCHED,
    66: Fate.DISPUTED,
    52: Fate.UNDECIDED,
    74: Fate.RETURNED,
    71: Fate.DOUBTED,
}


def prepare_twin_demo(*, folder: Path, logins: DemoLogins, say: Callable[[str], None]) -> None:
    """Create whatever the campaign still lacks, reporting each step; `folder` holds the demo's videos."""
    began = timezone.now() - BEGAN
    campaign = Campaign.objects.filter(slug=SLUG).first() or _created()
    demo_member(campaign, demo_user("lead", logins), Role.LEAD, began)
    writer, _ = (
        demo_member(campaign, demo_user(role, logins), Role.ANNOTATOR, began) for role in ("writer", "checker")
    )
    if campaign.status == CampaignStatus.DRAFT:
        say("cutting clips forwards and backwards")
        import_demo_moments(campaign)
        make_twins(campaign=campaign, actor=ACTOR, now=began)
        cut = cut_clips(campaign=campaign, folder=folder, everything=True, advance=lambda done: None)
        if cut.failed:
            say(f"{len(cut.failed)} clips failed, the first: {cut.failed[0].reason}")
        open_campaign(campaign=campaign, allow_missing_clips=True, now=began, actor=ACTOR)
        campaign.refresh_from_db()
    if not Seat.objects.filter(campaign=campaign, state=SeatState.SETTLED).exists():
        say("judging, describing and matching by synthetic annotators")
        others = synthetic_annotators(campaign=campaign, count=PEOPLE, now=began)
        play_twin_story(campaign=campaign, fates=FATES, writer=writer, others=others, now=timezone.now())
    if not VideoSplit.objects.filter(video__campaign=campaign).exists():
        draw_campaign_splits(campaign=campaign, sizes=SIZES, seed=SEED, actor=ACTOR, now=timezone.now())


def _created() -> Campaign:
    campaign = create_campaign(
        slug=SLUG,
        title="Demo: clips forwards and backwards",
        protocol=Protocol(),
        twin=PROTOCOL,
        now=timezone.now() - BEGAN,
        actor=ACTOR,
        seed=SEED,
        renditions="mp4",
    )
    pay_from_first_day(campaign)
    return campaign


def import_demo_moments(campaign: Campaign) -> None:
    """The demo's moments that have a fate, in a twins campaign without moments."""
    rows = [row for row in demo_rows() if row["desc_id"] in FATES]
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "moments.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        import_moments(campaign=campaign, rows=read_moments(path))
