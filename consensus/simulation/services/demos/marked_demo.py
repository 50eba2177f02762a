"""The second demo campaign: questions about long drawn videos, a third of the work done, every state to be seen.

A preparation that was stopped goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from django.utils import timezone

from annotator.asking.files.quota_file import GivenQuota
from annotator.asking.services.quotas import set_quotas
from annotator.guideline.marking_text import MARKING_TEXT
from annotator.guideline.services import save_guideline
from annotator.marking.segments import Segment
from annotator.models import Role
from consensus.opening.services import open_campaign
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.services.demos.demo_logins import ACTOR, DemoLogins, demo_member, demo_user
from consensus.simulation.services.demos.demo_rate import BEGAN, pay_from_first_day
from consensus.simulation.services.demos.marked_story import play_story
from consensus.simulation.services.marked_world import MarkedWorld
from consensus.simulation.services.people import synthetic_annotators
from moments.campaign.services import create_campaign
from moments.clips.services.cutting import cut_clips
from moments.corpus.files.values import Place
from moments.corpus.files.video_file import GivenVideo
from moments.corpus.services import import_videos
from moments.demo.joining import join_reels
from moments.demo.questions import DemoQuestion, demo_questions
from moments.demo.reels import demo_reels
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, CampaignStatus
from moments.protocol import Protocol

SLUG = "demo-marking"
SEED = 2024
PEOPLE = 4


def prepare_marked_demo(*, folder: Path, logins: DemoLogins, say: Callable[[str], None]) -> None:
    """Create whatever the campaign still lacks, reporting each step; `folder` holds the demo's videos."""
    began = timezone.now() - BEGAN
    campaign = Campaign.objects.filter(slug=SLUG).first() or _created()
    demo_member(campaign, demo_user("lead", logins), Role.LEAD, began)
    author, marker = (
        demo_member(campaign, demo_user(role, logins), Role.ANNOTATOR, began) for role in ("author", "marker")
    )
    if campaign.status == CampaignStatus.DRAFT:
        say("making the long videos")
        join_reels(folder)
        _import(campaign)
        cut = cut_clips(campaign=campaign, folder=folder, everything=True, advance=lambda done: None)
        if cut.failed:
            say(f"{len(cut.failed)} long videos failed, the first: {cut.failed[0].reason}")
        open_campaign(campaign=campaign, allow_missing_clips=True, now=began, actor=ACTOR)
        campaign.refresh_from_db()
    if not campaign.asks.exists():
        say("asking and marking by synthetic annotators")
        others = synthetic_annotators(campaign=campaign, count=PEOPLE, now=began)
        world, now = demo_world(campaign), timezone.now()
        play_story(campaign=campaign, world=world, author=author, marker=marker, others=others, now=now)


def _created() -> Campaign:
    campaign = create_campaign(
        slug=SLUG,
        title="Demo: questions about long videos",
        protocol=Protocol(),
        marking=MarkingProtocol(),
        now=timezone.now() - BEGAN,
        actor=ACTOR,
        seed=SEED,
    )
    pay_from_first_day(campaign)
    save_guideline(
        campaign=campaign,
        text=MARKING_TEXT,
        renewed=False,
        actor=ACTOR,
        now=campaign.created_at,
        seen_version=None,
    )
    return campaign


def _import(campaign: Campaign) -> None:
    """The videos, and as many wanted questions of each kind as the story knows."""
    reels = {reel.video.name: reel for reel in demo_reels()}
    rows = [
        GivenVideo(Place("demo", number), name, reel.video.duration_s, reel.domain)
        for number, (name, reel) in enumerate(reels.items(), 1)
    ]
    import_videos(campaign=campaign, rows=rows)
    wanted = Counter((reels[one.reel].domain, _task(one)) for one in demo_questions())
    quotas = [
        GivenQuota(Place("demo", number), domain, task, count)
        for number, ((domain, task), count) in enumerate(sorted(wanted.items()), 1)
    ]
    set_quotas(campaign=campaign, rows=quotas, now=campaign.created_at, actor=ACTOR)


def _task(question: DemoQuestion) -> str:
    return "ms" if question.shown_ms is None else "ims"


def demo_world(campaign: Campaign) -> MarkedWorld:
    """The questions about the campaign's reels."""
    keys = dict(campaign.videos.values_list("name", "pk"))
    ends = {reel.video.name: round(1000 * reel.video.duration_s) for reel in demo_reels()}
    asked: dict[int, list[TrueQuestion]] = {pk: [] for pk in keys.values()}
    for one in demo_questions():
        truth = tuple(Segment(*stretch) for stretch in one.truth)
        question = TrueQuestion(keys[one.reel], ends[one.reel], truth, one.text, one.shown_ms)
        asked[keys[one.reel]].append(question)
    return MarkedWorld(asked)
