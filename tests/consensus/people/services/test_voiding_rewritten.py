"""Voiding somebody's answers about twins whose captions are rewritten, reviewed and in splits."""

from __future__ import annotations

from datetime import datetime

import pytest

from annotator.models import Membership, Score
from consensus.labels.selectors.twins import training_captions
from consensus.models import CaptionRewrite, VideoSplit
from consensus.people.services.voiding import void_person, voiding_of
from consensus.sweep.services import settle_campaign
from consensus.twin_rewrites.selectors.reviewing import sample_progress
from consensus.twin_rewrites.selectors.tasks import fallen_rewrites
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign
from tests.built_once import built_once
from tests.consensus.twin_rewrites.scenes import place, rewording, rewritten
from tests.consensus.twin_splits.scenes import LATER, described, work_on
from tests.factories import NOW
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db
PEOPLE = 9


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@built_once
def placed() -> tuple[Campaign, list[Membership], datetime]:
    campaign, people, now = described(twins=4, singles=1, people=PEOPLE)
    place(campaign, 2, 2)
    return campaign, people, now


class Rewritten:
    """Four clips with captions, two of them in training with three rewrites a caption, of which one is wrong."""

    def __init__(self) -> None:
        self.campaign, self.people, self.now = placed()
        rewritten(self.campaign)
        stored = CaptionRewrite.objects.filter(stands=True).order_by("pk")
        draw_sample(campaign=self.campaign, seed=1, size=stored.count(), actor="L1", now=NOW)
        for one, verdict in zip(stored[:2], ("wrong", "right"), strict=True):
            review_rewrite(campaign=self.campaign, rewrite=one.pk, verdict=verdict, actor="L1", now=NOW)

    def breaches(self) -> list[str]:
        return list(breaches(self.campaign, now=self.now, sweep_s=5))


@pytest.fixture
def here(served, settings) -> Rewritten:
    rewording(settings, served)
    return Rewritten()


def captions_by(member: Membership) -> list[int]:
    """The captions with rewrites that the person wrote."""
    rewrites = CaptionRewrite.objects.filter(caption__score__annotator=member)
    return list(rewrites.order_by("caption").values_list("caption", flat=True).distinct())


def void(here: Rewritten, member: Membership) -> None:
    void_person(member=member, reason="careless", now=here.now, actor="lead", suspends=True, seen=voiding_of(member))


def standing_captions(campaign: Campaign) -> set[int]:
    return set(CaptionRewrite.objects.filter(pair__campaign=campaign, stands=True).values_list("caption", flat=True))


@pytest.mark.parametrize("person", range(PEOPLE))
def test_rewrites_fall_with_whoever_they_rest_on_and_all_is_in_order_at_every_step(here, person):
    member = here.people[person]
    own, before, splits = captions_by(member), standing_captions(here.campaign), VideoSplit.objects.count()
    void(here, member)
    accepted = set(training_captions(here.campaign).values_list("pk", flat=True))
    assert standing_captions(here.campaign) == before & accepted
    assert not standing_captions(here.campaign) & set(own)
    assert here.breaches() == []
    others = [one for one in here.people if one != member]
    here.now = work_on(here.campaign, others, here.now + LATER, singles=1)
    settle_campaign(campaign=here.campaign, now=here.now)
    assert here.breaches() == []
    assert standing_captions(here.campaign) == before - set(own)
    assert VideoSplit.objects.count() == splits
    assert training_captions(here.campaign).count() == len(before)
    assert not CaptionRewrite.objects.filter(verdict="wrong", stands=True).exists()


def test_rewrites_of_a_voided_writer_are_no_longer_reviewed_and_others_take_their_place(here):
    writer = Score.objects.get(pk=min(standing_captions(here.campaign))).annotator
    own = captions_by(writer)
    waiting = sample_progress(here.campaign).waiting
    void(here, writer)
    progress = sample_progress(here.campaign)
    accepted = training_captions(here.campaign).order_by().values("pk")
    left = CaptionRewrite.objects.filter(caption__in=accepted, fault="", verdict="").count()
    assert (progress.waiting, progress.fallen) == (left, waiting - left)
    assert progress.fallen >= CaptionRewrite.objects.filter(caption__in=own, fault="", verdict="").count() > 0
    here.now = work_on(here.campaign, [one for one in here.people if one != writer], here.now + LATER, singles=1)
    rewritten(here.campaign)
    assert not standing_captions(here.campaign) & set(own)
    assert standing_captions(here.campaign) == set(training_captions(here.campaign).values_list("pk", flat=True))
    assert (list(fallen_rewrites(here.campaign)), here.breaches()) == ([], [])
