"""The first demo campaign: a corpus drawn by code, twelve queries, an exam, work partly done.

Every step looks at what is there, so that a preparation that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.models import Role, TruthKind
from consensus.models import BatchReview, Decision
from consensus.opening.services import open_campaign
from consensus.review.services.reviewing import decide_batch
from consensus.rules.extension import Advice
from consensus.simulation.model import published_model
from consensus.simulation.services.demos.demo_logins import DemoLogins, demo_logins, demo_member, demo_user
from consensus.simulation.services.demos.demo_rate import BEGAN, pay_from_first_day
from consensus.simulation.services.demos.marked_demo import prepare_marked_demo
from consensus.simulation.services.demos.twin_demo import prepare_twin_demo
from consensus.simulation.services.driver import Simulation
from consensus.simulation.services.people import synthetic_annotators
from moments.campaign.services import create_campaign
from moments.clips.services.cutting import cut_clips
from moments.corpus.files.moment_file import read_moments
from moments.corpus.files.query_file import GivenQuery
from moments.corpus.files.values import Place
from moments.corpus.services import import_moments, import_queries
from moments.demo.rendering import render_demo
from moments.demo.rows import DEMO_EXAM_QUERIES, DEMO_QUERIES, DemoQuery, demo_rows
from moments.demo.truth import true_relevances
from moments.encoders import encoder_named
from moments.models import Campaign, CampaignStatus
from moments.protocol import Protocol
from moments.ranking.services.ranking import rank_candidates

SLUG = "demo"
SEED = 2024
PEOPLE = 6
EXAM_DEPTH = 5
# Shares of the expected scores, and how long ago they were reached.
SHARES = ((0.4, timedelta(hours=4)), (0.7, timedelta(0)))
EXTENDED = 2


def prepare_demo(*, say: Callable[[str], None]) -> DemoLogins:
    """Create whatever the demo still lacks, reporting each step; returns the logins."""
    folder = settings.DATA_DIR / "demo-videos"
    campaign = Campaign.objects.filter(slug=SLUG).first()
    if campaign is None:
        campaign = create_campaign(
            slug=SLUG,
            title="Demo: shapes in motion",
            protocol=Protocol(),
            now=timezone.now() - BEGAN,
            actor="demo",
            seed=SEED,
            renditions="mp4,gif",
        )
        pay_from_first_day(campaign)
    logins = demo_logins()
    _join(campaign, logins)
    if campaign.status == CampaignStatus.DRAFT:
        say("drawing the videos")
        render_demo(folder)
        _import(campaign)
        say("cutting the clips")
        cut = cut_clips(campaign=campaign, folder=folder, everything=True, advance=_silent)
        if cut.failed:
            say(f"{len(cut.failed)} clips failed, the first: {cut.failed[0].reason}")
        _examine(campaign)
        open_campaign(campaign=campaign, allow_missing_clips=True, now=timezone.now() - BEGAN, actor="demo")
        campaign.refresh_from_db()
    _play(campaign, say)
    prepare_marked_demo(folder=folder, logins=logins, say=say)
    prepare_twin_demo(folder=folder, logins=logins, say=say)
    return logins


def _import(campaign: Campaign) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "moments.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in demo_rows()), encoding="utf-8")
        import_moments(campaign=campaign, rows=read_moments(path))
    import_queries(campaign=campaign, rows=_queries(DEMO_QUERIES, "val") + _queries(DEMO_EXAM_QUERIES, "exam"))
    rank_candidates(
        campaign=campaign,
        encoder=encoder_named("lexical"),
        name="lexical",
        top=40,
        now=timezone.now() - BEGAN,
        advance=_silent,
    )


def _queries(queries: Sequence[DemoQuery], split: str) -> list[GivenQuery]:
    return [
        GivenQuery(Place("demo", number), query.query_id, query.query, split, query.desc_id)
        for number, query in enumerate(queries, start=1)
    ]


@transaction.atomic
def _examine(campaign: Campaign) -> None:
    """An exam whose truth is what the scenes show, open to the trainee."""
    if campaign.exams.exists():
        return
    now = timezone.now() - BEGAN
    queries = len(DEMO_EXAM_QUERIES)
    exam = create_exam(
        campaign=campaign,
        queries=queries,
        depth=EXAM_DEPTH,
        truth_kind=TruthKind.GOLD,
        sittings_allowed=3,
        now=now,
        actor="demo",
    )
    truths = true_relevances()
    for item in exam_items(exam):
        truth = round(truths[item.pair.query.query_id, item.pair.moment.desc_id])
        explanation = f"Who acts, what they do, in which direction: of the four points these make {truth}."
        set_truth(item=item, truth=truth, explanation=explanation, now=now, actor="demo")
    open_exam(exam=exam, now=now, actor="demo")


def _play(campaign: Campaign, say: Callable[[str], None]) -> None:
    """Synthetic annotators who know the scenes score about two thirds; the lead has decided the first batches."""
    truths = true_relevances()
    desc_ids = dict(campaign.moments.values_list("pk", "desc_id"))
    for share, ago in SHARES:
        now = timezone.now() - ago
        simulation = Simulation(
            campaign=campaign,
            people=synthetic_annotators(campaign=campaign, count=PEOPLE, now=now),
            model=published_model(),
            seed=SEED,
            until=share,
            now=now,
            truth=lambda pair: truths[pair.query.query_id, desc_ids[pair.moment_id]],
        )
        if simulation.is_over:
            continue
        say(f"scoring {share:.0%} by synthetic annotators")
        simulation.play(_silent)
        if (share, ago) == SHARES[0]:
            _decide_first(campaign, now)


def _decide_first(campaign: Campaign, now: datetime) -> None:
    """Decide as suggested, except for the first two, which the lead extends."""
    reviews = BatchReview.objects.filter(campaign=campaign, decision=Decision.PENDING).order_by("pk")
    lead = campaign.members.get(role=Role.LEAD)
    for place, review in enumerate(reviews.select_related("batch__query", "batch__protocol", "batch__campaign")):
        extend = place < EXTENDED or review.advice == Advice.EXTEND
        decision = Decision.EXTEND if extend else Decision.CLOSE
        note = "let us see how deep it goes" if place < EXTENDED else "as suggested"
        decide_batch(review=review, decision=decision, actor=lead.pseudonym, note=note, now=now)


def _join(campaign: Campaign, logins: DemoLogins) -> None:
    now = timezone.now() - BEGAN
    demo_user("admin", logins)
    demo_member(campaign, demo_user("lead", logins), Role.LEAD, now)
    demo_member(campaign, demo_user("annotator", logins), Role.ANNOTATOR, now)
    demo_member(campaign, demo_user("trainee", logins), Role.ANNOTATOR, now, trained=False)


def _silent(done: int) -> None:
    """No progress bar."""
