"""Descriptions to rewrite, and runs over them, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from moments.encoders import encoder_named
from moments.jobs.services.doing import Go, do_held_job
from moments.models import Campaign, Job, Moment, RewriteRun, Rewriting, Video
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.endpoint import ChatEndpoint
from moments.rewriting.pacing import Pace
from moments.rewriting.prompt import prompt_mark
from moments.rewriting.services.by_model import ModelRewriting
from moments.rewriting.services.jobs import REWRITING
from moments.rewriting.services.runs import Manner, order_run
from moments.rewriting.tagging.registry import tagger_named
from tests.factories import NOW, make_campaign
from tests.llm_stub import KEY, LlmStub

NAMES = {"Ross": "man", "Joey": "man", "Rachel": "woman", "Monica": "woman"}
DESCRIPTIONS = (
    "Ross walks to the red door and knocks.",
    "In the kitchen Monica pours a glass of water.",
    "Joey and Rachel sit on the couch and laugh.",
    "The dog runs across the wet lawn.",
)
MANNER = Manner("model", "stub", prompt_mark(), "lexical", "capitals", parallel=2, rate=6000)


def described(*descriptions: str, slug: str = "films") -> Campaign:
    """A campaign in draft with a moment for each description, desc_id from 1."""
    campaign = make_campaign(slug)
    video = Video.objects.create(campaign=campaign, name="video", duration_s=1000.0)
    Moment.objects.bulk_create(
        Moment(
            campaign=campaign,
            video=video,
            desc_id=number,
            start_s=number,
            end_s=number + 1,
            description=text,
            caption=text,
            kind="v",
        )
        for number, text in enumerate(descriptions or DESCRIPTIONS, start=1)
    )
    return campaign


def checker_of(campaign: Campaign) -> CaptionChecker:
    checker = CaptionChecker(encoder_named("lexical"), tagger_named("capitals"))
    checker.fit([*campaign.moments.values_list("description", flat=True), "It is Ross and Joey and Rachel and Monica."])
    return checker


def run_of(campaign: Campaign, manner: Manner = MANNER) -> RewriteRun:
    return order_run(campaign=campaign, manner=manner, actor="test", now=NOW, held=True)


def by_model(run: RewriteRun, stub: LlmStub, go: Go, **fields: Any) -> ModelRewriting:
    """The work of a run on the stub, without waits between repeats."""
    endpoint = ChatEndpoint(
        **{"base_url": stub.url, "api_key": KEY, "model": "stub", "timeout_s": 2.0, "private": True, **fields}
    )
    pace = Pace(run.rate, sleep=lambda seconds: None)
    return ModelRewriting(run, endpoint, checker_of(run.campaign), pace, go)


def done_by(run: RewriteRun, work: Callable[[Go], None], *, watch: Callable[[int], None] | None = None) -> Job:
    """The run's job after this work."""

    def watched(job: Job, go: Go) -> str:
        go.watch = watch or go.watch
        work(go)
        return ""

    do_held_job(replace(REWRITING, work=watched), run.job, now=NOW)
    return Job.objects.get(pk=run.job.pk)


def rewritten(campaign: Campaign, stub: LlmStub, **fields: Any) -> Job:
    """The job of a whole run."""
    run = run_of(campaign)
    return done_by(run, lambda go: by_model(run, stub, go, **fields).rewrite())


def state_of(campaign: Campaign, desc_id: int = 1) -> Rewriting:
    return Rewriting.objects.get(moment__campaign=campaign, moment__desc_id=desc_id)


def captions(campaign: Campaign) -> list[str]:
    return list(campaign.moments.order_by("desc_id").values_list("caption", flat=True))


def outcomes(rewriting: Rewriting) -> Sequence[str]:
    return list(rewriting.attempts.order_by("number").values_list("outcome", flat=True))
