"""Twins campaigns with captions in training, and a model that rewrites them, for tests."""

from __future__ import annotations

import json
from dataclasses import replace

from consensus.models import CaptionRewrite, TwinRewriteRun
from consensus.twin_rewrites.prompt import prompt_mark
from consensus.twin_rewrites.services.jobs import REWRITES, rewrite_held
from consensus.twin_rewrites.services.runs import RewriteManner, order_rewrites
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from moments.jobs.services.doing import Go, do_held_job
from moments.models import Campaign, Job
from tests.built_once import built_once
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW
from tests.llm_stub import LlmStub
from tests.llm_stub.server import Asked, Handler, completion, send

MANNER = RewriteManner("stub", prompt_mark(), "lexical", 0.3, per_caption=3, parallel=1, rate=6_000)


@built_once
def placed_campaign(twins: int = 3, singles: int = 0, val: int = 2, test: int = 2) -> Campaign:
    """A campaign whose captions are accepted and whose splits are drawn; one clip and its twin are in training."""
    campaign, _, _ = described(twins=twins, singles=singles)
    place(campaign, val, test)
    return campaign


def place(campaign: Campaign, val: int, test: int, *, seed: int = 1) -> None:
    sizes = SplitSizes(val, test)
    draw_campaign_splits(campaign=campaign, sizes=sizes, seed=seed, actor="test", now=NOW)


def rewords(asked: Asked, handler: Handler) -> None:
    """Answers with as many turns of the caption as are asked for: the same words in another order."""
    words = asked.order["caption"].split()
    turns = [" ".join([*words[place:], *words[:place]]) for place in range(1, len(words))]
    known = set(asked.order["known"])
    found = [turn for turn in turns if turn not in known][: asked.order["count"]]
    send(handler, 200, completion(json.dumps(found), asked=asked.order["caption"]))


def rewording(settings, stub: LlmStub) -> LlmStub:
    """The stub as the endpoint of the settings, which rewords captions."""
    from config.language_model import LanguageModel
    from tests.llm_stub import KEY

    stub.moods.clear()
    stub.asked.clear()
    stub.moods[""] = rewords
    settings.LANGUAGE_MODEL = LanguageModel(stub.url, KEY, "stub", 5.0, private=True)
    return stub


def run_of(campaign: Campaign, *, actor: str = "L9", **fields) -> TwinRewriteRun:
    return order_rewrites(campaign=campaign, manner=replace(MANNER, **fields), actor=actor, now=NOW, held=True)


def rewritten(campaign: Campaign, **fields) -> Job:
    """The job of a whole run, on the endpoint of the settings."""
    run = run_of(campaign, **fields)

    def work(job: Job, go: Go) -> str:
        return rewrite_held(job, go)

    do_held_job(replace(REWRITES, work=work), run.job, now=NOW)
    return Job.objects.get(pk=run.job.pk)


def kept(campaign: Campaign) -> list[tuple[str, str]]:
    """Direction and text of every rewrite that stands."""
    standing = CaptionRewrite.objects.filter(pair__campaign=campaign, stands=True).order_by("pk")
    return list(standing.values_list("direction", "text"))
