"""A scale is changed while somebody opens the campaign, or judges a pair on it. Runs on both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from annotator.checks.services.golds import set_gold
from annotator.exam.services.making import create_exam
from annotator.guideline.services import add_example
from annotator.models import Exam, Gold, GuidelineExample, Practice
from annotator.tutorial.services import Chosen, save_tutorial
from consensus.opening.services import open_campaign
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of, newest_protocol
from moments.campaign.services import set_protocol
from moments.models import Batch, Campaign, CampaignStatus, Clip, Pair
from moments.protocol import Protocol
from moments.scale import BINARY, PUBLISHED
from moments.scales.services import ScaleSet, set_scale
from tests.factories import NOW, make_campaign, make_query
from tests.races.test_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
WHO = {"now": NOW, "actor": "lead"}


def drafted() -> Campaign:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    make_query(campaign, pairs=2, split="exam")
    Clip.objects.filter(moment__campaign=campaign).update(state="ready", frames=1, size=1)
    return campaign


def changing() -> Callable[[], object]:
    """An order of somebody who has the scale of five levels in view, to make it one of two."""
    seen = Campaign.objects.get()
    return lambda: set_scale(campaign=seen, levels=BINARY.levels, **WHO)


def opening() -> Callable[[], object]:
    seen = Campaign.objects.get()
    return lambda: open_campaign(campaign=seen, allow_missing_clips=True, **WHO)


def gilding() -> Callable[[], object]:
    pair = Pair.objects.select_related("campaign", "query").get(query__split="val", rank=1)
    return lambda: set_gold(pair=pair, relevance=4, **WHO)


def exemplifying() -> Callable[[], object]:
    pair = Pair.objects.select_related("campaign", "query").get(query__split="val", rank=1)
    return lambda: add_example(pair=pair, relevance=4, note="", **WHO)


def practising() -> Callable[[], object]:
    campaign, pair = Campaign.objects.get(), Pair.objects.get(query__split="exam", rank=1)
    chosen = [Chosen(pair.number, 4, "All of it.")]
    return lambda: save_tutorial(campaign=campaign, text="Watch.", practices=chosen, seen_version=None, **WHO)


def examining() -> Callable[[], object]:
    campaign = Campaign.objects.get()
    return lambda: create_exam(campaign=campaign, queries=1, depth=1, tolerance=3, **WHO)


JUDGING = [gilding, exemplifying, practising, examining]


def judged() -> int:
    return sum(model.objects.count() for model in (Gold, GuidelineExample, Practice, Exam))


@pytest.mark.parametrize("attempt", range(3))
def test_a_campaign_opens_on_the_scale_that_it_has_and_with_a_protocol_that_fits_it(attempt: int) -> None:
    drafted()
    opened, changed = at_once(opening(), changing())
    campaign = Campaign.objects.get()
    assert not isinstance(opened, Exception), opened
    assert campaign.status == CampaignStatus.OPEN
    if isinstance(changed, BadInput):
        assert "the campaign is open" in str(changed)
        assert levels_of(campaign) == PUBLISHED
    else:
        assert isinstance(changed, ScaleSet), changed
        assert levels_of(campaign) == BINARY.levels
    assert Batch.objects.get().protocol == newest_protocol(campaign)
    newest_protocol(campaign).protocol.require_on(campaign.scale)


@pytest.mark.parametrize("attempt", range(2))
@pytest.mark.parametrize("judging", JUDGING)
def test_a_scale_and_a_judgement_on_it_never_contradict_each_other(judging, attempt: int) -> None:
    drafted()
    made, changed = at_once(judging(), changing())
    campaign = Campaign.objects.get()
    refused = [result for result in (made, changed) if isinstance(result, Exception)]
    assert [type(result) for result in refused] == [BadInput], refused
    assert (judged(), levels_of(campaign)) == ((1, PUBLISHED) if refused == [changed] else (0, BINARY.levels))


@pytest.mark.parametrize("judging", JUDGING)
def test_who_judges_on_levels_that_are_gone_reads_which_there_are(judging) -> None:
    drafted()
    judge = judging()
    changing()()
    with pytest.raises(BadInput, match=r"expected .*(0 to 1|0 or 1|at most 1)"):
        judge()
    assert judged() == 0


def test_a_protocol_that_was_written_for_the_scale_before_is_refused_with_the_reason() -> None:
    drafted()
    seen, version = Campaign.objects.get(), newest_protocol(Campaign.objects.get()).version
    changing()()
    with pytest.raises(BadInput):
        set_protocol(campaign=seen, protocol=Protocol(tolerance=2), seen=version, **WHO)
    assert newest_protocol(seen).protocol.tolerance == 0
