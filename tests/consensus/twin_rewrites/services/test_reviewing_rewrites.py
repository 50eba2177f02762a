"""A lead draws a sample of rewrites and says which are wrong; wrong ones are in no export."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from consensus.models import CaptionRewrite, RewriteSample
from consensus.twin_rewrites.selectors.reviewing import rewrites_to_review, sample_progress
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.consensus.twin_rewrites.scenes import kept, place, placed_campaign, rewording, rewritten
from tests.factories import NOW
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def campaign(served, settings) -> Campaign:
    campaign = placed_campaign()
    rewording(settings, served)
    rewritten(campaign)
    return campaign


def sampled(campaign, *, seed=1, **fields) -> list[int]:
    sample = draw_sample(campaign=campaign, seed=seed, actor="L1", now=NOW + timedelta(minutes=1), **fields)
    return list(sample.sampled.order_by("place").values_list("rewrite", flat=True))


def say(campaign, rewrite, verdict, *, actor="L1"):
    return review_rewrite(campaign=campaign, rewrite=rewrite, verdict=verdict, actor=actor, now=NOW)


def test_the_same_seed_draws_the_same_and_a_larger_size_only_adds(campaign):
    first = sampled(campaign, size=3)
    assert sampled(campaign, size=3) == first
    assert sampled(campaign, size=5)[:3] == first
    assert len(sampled(campaign, size=99)) == 6
    assert [one.number for one in RewriteSample.objects.order_by("pk")] == [1, 2, 3, 4]
    entry = LedgerEntry.objects.filter(kind="twin_rewrites_sampled").order_by("number").first()
    assert json.loads(entry.payload) == {"number": 1, "seed": 1, "size": 3, "rewrites": 6}


def test_a_wanted_half_width_says_how_many_are_drawn(campaign):
    assert len(sampled(campaign, half_width=0.001)) == 6
    assert len(sampled(campaign, half_width=0.3)) < 6


def test_a_wrong_rewrite_stands_no_longer_and_can_be_put_right(campaign):
    first, second, _ = sampled(campaign, size=3)
    say(campaign, first, "wrong")
    say(campaign, second, "right")
    assert first not in CaptionRewrite.objects.filter(stands=True).values_list("pk", flat=True)
    assert len(kept(campaign)) == 5
    progress = sample_progress(campaign)
    assert (progress.reviewed, progress.wrong, progress.waiting, progress.fallen) == (2, 1, 1, 0)
    again = say(campaign, first, "right", actor="L2")
    assert (again.stands, again.reviewer, len(kept(campaign))) == (True, "L2", 6)
    kinds = LedgerEntry.objects.filter(kind="twin_rewrite_reviewed").order_by("number")
    assert [json.loads(one.payload)["verdict"] for one in kinds] == ["wrong", "right", "right"]


def test_the_same_verdict_once_more_changes_nothing(campaign):
    (first,) = sampled(campaign, size=1)
    say(campaign, first, "wrong")
    assert say(campaign, first, "wrong", actor="L2").reviewer == "L1"
    assert LedgerEntry.objects.filter(kind="twin_rewrite_reviewed").count() == 1


def test_the_estimated_rate_is_that_of_the_rules(campaign):
    found = sampled(campaign, size=4)
    for place_in_sample, rewrite in enumerate(found):
        say(campaign, rewrite, "wrong" if place_in_sample == 0 else "right")
    rate = sample_progress(campaign).rate
    assert (rate.value, rate.n) == (0.25, 4)
    assert 0 < rate.low < 0.25 < rate.high < 1


def test_what_was_reviewed_counts_in_the_next_sample_and_wrong_ones_are_not_drawn(campaign):
    first, second = sampled(campaign, size=2)
    say(campaign, first, "wrong")
    say(campaign, second, "right")
    again = sampled(campaign, size=99)
    assert first not in again
    progress = sample_progress(campaign)
    assert (progress.sample.rewrites, progress.reviewed, progress.waiting) == (5, 1, 4)


def test_a_rewrite_whose_caption_left_training_waits_for_nobody(campaign):
    found = sampled(campaign, size=2)
    place(campaign, 0, 6)
    progress = sample_progress(campaign)
    assert (progress.waiting, progress.fallen) == (0, 2)
    with pytest.raises(BadInput, match="left training, so the rewrite is no longer reviewed"):
        say(campaign, found[0], "right")


def test_newer_rewrites_are_counted_beside_the_sample(campaign):
    sampled(campaign, size=99)
    assert sample_progress(campaign).newer == 0
    RewriteSample.objects.update(drawn_at=NOW)
    assert sample_progress(campaign).newer == 6


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"size": 0}, "size"),
        ({}, "size"),
        ({"half_width": 0.0}, "half_width"),
        ({"half_width": 0.5}, "half_width"),
        ({"half_width": float("nan")}, "half_width"),
        ({"size": 2, "seed": -1}, "seed"),
        ({"size": 2, "seed": 2**31}, "seed"),
    ],
)
def test_a_sample_that_cannot_be_is_refused_by_its_field(campaign, fields, field):
    with pytest.raises(BadInput) as refused:
        sampled(campaign, **fields)
    assert refused.value.field == field
    assert not RewriteSample.objects.exists()


def test_only_a_rewrite_of_the_newest_sample_is_reviewed(campaign):
    first = sampled(campaign, size=1)
    other = CaptionRewrite.objects.exclude(pk__in=first).first()
    with pytest.raises(BadInput, match="is not in the newest sample"):
        say(campaign, other.pk, "right")
    with pytest.raises(BadInput, match="expected right or wrong"):
        say(campaign, first[0], "perhaps")


def test_without_rewrites_there_is_nothing_to_draw():
    with pytest.raises(BadInput, match="there are no rewrites to review yet"):
        sampled(placed_campaign(), size=3)


def test_the_queue_follows_the_order_of_the_sample(campaign):
    found = sampled(campaign, size=4)
    sample = RewriteSample.objects.get()
    assert [one.rewrite_id for one in rewrites_to_review(sample)] == found
    say(campaign, found[1], "right")
    assert [one.rewrite_id for one in rewrites_to_review(sample)] == [found[0], *found[2:]]
