"""Every breach of the rules of rewrites that is planted is found, and names the rewrite."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from annotator.models import TwinCaption
from consensus.models import (
    CaptionRewrite,
    RewriteSample,
    SampledRewrite,
    TwinRewriteAnswer,
    TwinRewriteRun,
    Verdict,
    VideoSplit,
)
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from consensus.verify.selectors.invariants import breaches
from moments.database.guards import lift_guards
from moments.models import Campaign
from tests.consensus.twin_rewrites.scenes import kept, place, placed_campaign, rewording, rewritten
from tests.factories import NOW
from tests.llm_stub import LlmStub
from tests.rig.guards import GUARDS

pytestmark = pytest.mark.django_db
ELSEWHERE = "is not of the caption of its pair that its answer is about"
OUTSIDE = "stands, but its caption is not accepted and in training"
FALLEN = "does not stand, but its caption is accepted and in training"
TWIN = "was kept, but is not nearer to its caption than to the twin's"
FAR = "was kept, but is too far from its caption"
CAPTION = "was kept, but is the caption or the twin's"


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def campaign(served, settings) -> Campaign:
    """Rewrites of a single clip and of twins in training; other twins are in the test split."""
    campaign = placed_campaign(singles=1)
    rewording(settings, served)
    place(campaign, 0, 2)
    rewritten(campaign)
    assert len(kept(campaign)) == 9
    return campaign


def found(campaign: Campaign) -> list[str]:
    return list(breaches(campaign, now=NOW + timedelta(hours=2), sweep_s=10**6))


def change(one: CaptionRewrite, **fields: object) -> None:
    CaptionRewrite.objects.filter(pk=one.pk).update(**fields)


def another(one: CaptionRewrite) -> CaptionRewrite:
    return CaptionRewrite.objects.exclude(caption=one.caption_id).filter(fault="")[0]


def sampled_spare(one: CaptionRewrite) -> None:
    drawn = draw_sample(campaign=one.pair.campaign, seed=1, size=1, actor="L1", now=NOW)
    SampledRewrite.objects.filter(sample=drawn).delete()
    change(one, fault="not needed", stands=False)
    SampledRewrite.objects.create(sample=drawn, rewrite=one, place=1)


# Each changes a backward rewrite that stands; what the database refuses even without triggers is not among them.
PLANTED: dict[str, tuple[Callable[[CaptionRewrite], object], str]] = {
    "pair": (lambda one: change(one, pair=another(one).pair), ELSEWHERE),
    "answer": (lambda one: change(one, answer=another(one).answer), ELSEWHERE),
    "direction": (lambda one: change(one, direction="forward"), ELSEWHERE),
    "answer_of_another_direction": (
        lambda one: TwinRewriteAnswer.objects.filter(pk=one.answer_id).update(direction="forward"),
        ELSEWHERE,
    ),
    "no_backward_caption": (
        lambda one: TwinCaption.objects.filter(pk=one.caption_id).update(backward_text=""),
        ELSEWHERE,
    ),
    "not_accepted": (lambda one: Verdict.objects.filter(pair=one.pair_id).update(superseded=True), OUTSIDE),
    "outside_of_training": (lambda one: VideoSplit.objects.update(split="test"), OUTSIDE),
    "fallen": (lambda one: change(one, stands=False), FALLEN),
    "not_compared": (lambda one: change(one, to_twin=None), TWIN),
    "far": (lambda one: TwinRewriteRun.objects.update(least_similar=F("least_similar") + 0.7), FAR),
    "caption": (lambda one: change(one, text=f"  {one.caption.backward_text.upper()}!"), CAPTION),
    "caption_of_twin": (lambda one: change(one, text=one.caption.forward_text), CAPTION),
    "sample": (sampled_spare, "of sample 1 was not kept, or is of another campaign"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_breach_is_found(campaign, name):
    lift_guards(connection, GUARDS)
    one = CaptionRewrite.objects.filter(stands=True, direction="backward").order_by("pk")[0]
    plant, problem = PLANTED[name]
    plant(one)
    assert f"Rewrites: rewrite {one.pk} {problem}" in found(campaign)


def test_rewrites_have_no_breach_at_any_stage(campaign):
    assert found(campaign) == []
    draw_sample(campaign=campaign, seed=1, size=9, actor="L1", now=NOW)
    one, other = CaptionRewrite.objects.filter(stands=True).order_by("pk")[:2]
    for rewrite, verdict in ((one, "wrong"), (other, "right")):
        review_rewrite(campaign=campaign, rewrite=rewrite.pk, verdict=verdict, actor="L1", now=NOW)
    assert (len(kept(campaign)), found(campaign)) == (8, [])
    place(campaign, 0, 4)
    assert found(campaign) == []
    assert RewriteSample.objects.count() == 1
