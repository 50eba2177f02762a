"""Every forward moment gets its backward twin, once."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from moments.base.errors import BadInput
from moments.clips.selectors.cutting import lacking_moments
from moments.clips.services.orders import order_clips
from moments.material.services.twins import make_twins, plan_twins
from moments.models import Campaign, CampaignStatus, Clip, LedgerEntry, Moment, Twin, WithdrawnMoment
from moments.twin_protocol import TwinProtocol
from tests.factories import NOW, make_campaign, make_moments

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("arrow", twin=TwinProtocol())


def make(campaign: Campaign) -> int:
    return make_twins(campaign=campaign, actor="admin", now=NOW)


def test_each_forward_moment_gets_a_backward_one_of_its_stretch(campaign: Campaign) -> None:
    moments = make_moments(campaign, 3)
    assert make(campaign) == 3
    for moment in moments:
        backward = moment.as_forward.backward
        assert (backward.video_id, backward.start_s, backward.end_s) == (moment.video_id, moment.start_s, moment.end_s)
        assert (backward.direction, backward.description, backward.caption) == ("backward", "", "")
    entry = LedgerEntry.objects.get(kind="twins_made")
    assert json.loads(entry.payload) == {"twins": 3, "first_desc_id": moments[-1].desc_id + 1}
    assert make(campaign) == 0
    assert (Twin.objects.count(), Moment.objects.count()) == (3, 6)
    assert LedgerEntry.objects.filter(kind="twins_made").count() == 1


def test_a_highest_number_that_leaves_none_for_twins_is_refused(campaign: Campaign) -> None:
    """A file may number its moments up to 64 bits; the next number fits no column."""
    moments = make_moments(campaign, 2)
    Moment.objects.filter(pk=moments[1].pk).update(desc_id=2**63 - 2)
    with pytest.raises(BadInput, match="9223372036854775806; 1 number is left for 2 backward moments"):
        make(campaign)
    assert Twin.objects.count() == 0
    Moment.objects.filter(pk=moments[1].pk).update(desc_id=2**63 - 3)
    assert make(campaign) == 2


def test_clips_of_both_are_to_be_cut_together(campaign: Campaign) -> None:
    moments = make_moments(campaign, 2)
    assert not lacking_moments(campaign, everything=False).exists()
    make(campaign)
    assert lacking_moments(campaign, everything=False).count() == 4
    assert set(Clip.objects.filter(moment__in=moments).values_list("state", "size")) == {("pending", 100)}


def test_withdrawn_moments_and_single_pictures_get_none(campaign: Campaign) -> None:
    withdrawn, short, other = make_moments(campaign, 3)
    WithdrawnMoment.objects.create(moment=withdrawn, actor="lead", reason="wrong film", withdrawn_at=NOW)
    Moment.objects.filter(pk=short.pk).update(end_s=short.start_s + 0.04)
    plan = plan_twins(campaign)
    assert (plan.twins, plan.too_short, plan.withdrawn) == (1, 1, 1)
    assert plan.left_out_in_words == "1 moment whose clip would have one picture and 1 withdrawn moment"
    assert make(campaign) == 1
    assert Twin.objects.get().forward == other


def test_the_plan_says_what_the_clips_of_both_take(campaign: Campaign) -> None:
    Campaign.objects.update(renditions="mp4,gif", clip_fps=3)
    campaign.refresh_from_db()
    long, _ = make_moments(campaign, 2)
    Moment.objects.filter(pk=long.pk).update(end_s=long.start_s + 200)
    plan = plan_twins(campaign)
    assert (plan.twins, plan.cutting.clips, plan.cutting.posters, plan.cutting.refused) == (2, 6, 4, 2)
    mp4, gif, posters = 2 * 205 * 3 * 6_000, 2 * 5 * 3 * 120_000, 4 * 60_000
    assert plan.cutting.gigabytes == pytest.approx((mp4 + gif + posters) / 1e9)


def test_other_campaigns_archives_and_clips_that_are_being_cut_refuse(campaign: Campaign) -> None:
    graded = make_campaign("graded")
    make_moments(graded, 1)
    with pytest.raises(BadInput, match="'graded' is not a twins campaign; its clips play forwards only"):
        make(graded)
    make_moments(campaign, 1)
    Clip.objects.update(state="failed")
    order_clips(campaign=campaign, source="/films", everything=True, failed=False, now=NOW)
    with pytest.raises(BadInput, match="clips are being cut"):
        make(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(status=CampaignStatus.ARCHIVE)
    campaign.refresh_from_db()
    with pytest.raises(BadInput, match="the campaign is an archive"):
        make(campaign)
    assert Twin.objects.count() == 0


def test_the_command_previews_makes_and_then_makes_nothing(campaign: Campaign) -> None:
    make_moments(campaign, 2)
    answers = []
    for options in (["--preview"], [], []):
        out = StringIO()
        call_command("make_twins", "arrow", "--json", *options, stdout=out)
        answers.append(json.loads(out.getvalue()))
    assert [answer["made"] for answer in answers] == [0, 2, 0]
    assert (answers[0]["to_make"], answers[1]["clips_to_cut"], answers[2]["clips_to_cut"]) == (2, 4, 0)
    make_campaign("graded")
    with pytest.raises(CommandError, match="not a twins campaign"):
        call_command("make_twins", "graded")
