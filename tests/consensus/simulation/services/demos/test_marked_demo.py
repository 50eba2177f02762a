"""What the demo marking campaign shows to whom."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from annotator.asking.selectors.asks import returned_asks
from annotator.asking.services.beginning import begin_writing
from annotator.desk.selectors.questions import questions_of
from annotator.desk.services.claiming import claim_seats
from annotator.marking.segments import Segment, iou
from annotator.models import Membership, Seat
from consensus.models import TruthSegment
from consensus.opening.services import open_campaign
from consensus.simulation.services.demos.marked_demo import PEOPLE, demo_world
from consensus.simulation.services.demos.marked_story import play_story
from consensus.simulation.services.people import synthetic_annotators
from consensus.truths.selectors.complete import questions_for_lead
from consensus.verify.selectors.invariants import breaches
from moments.demo.questions import demo_questions
from moments.demo.reels import demo_reels
from moments.models import Campaign, LedgerEntry, Pair
from tests.factories import NOW
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db


LATER = NOW + timedelta(days=1)


def demo_campaign() -> tuple[Campaign, Membership, Membership]:
    """The demo's campaign, without the files of its videos, and the two people who sign in."""
    campaign, (author, marker) = marking_campaign("demo-marking", people=2, videos=0, opened=False)
    for reel in demo_reels():
        make_whole_video(campaign, reel.video.name, duration_s=reel.video.duration_s, domain=reel.domain)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    for member in (author, marker):
        member.campaign.refresh_from_db()
    return campaign, author, marker


def played() -> tuple[Campaign, Membership, Membership]:
    campaign, author, marker = demo_campaign()
    others = synthetic_annotators(campaign=campaign, count=PEOPLE, now=NOW)
    world = demo_world(campaign)
    play_story(campaign=campaign, world=world, author=author, marker=marker, others=others, now=LATER)
    return campaign, author, marker


def test_a_third_of_the_questions_has_a_truth_and_others_wait_in_every_state():
    campaign, _, _ = played()
    states = Counter(campaign.asks.values_list("state", flat=True))
    assert states == {"accepted": 13, "checked": 3, "submitted": 4, "returned": 1}
    assert len(demo_questions()) == 36
    assert questions_for_lead(campaign).count() == 1
    open_seats = Counter(Seat.objects.filter(campaign=campaign, state="open").values_list("round", flat=True))
    assert open_seats == {1: 4, 2: 2}


def test_the_truths_are_what_the_scenes_show():
    campaign, _, _ = played()
    world = demo_world(campaign)
    pairs = Pair.objects.filter(campaign=campaign, ask__state="accepted").select_related("query", "moment")
    for pair in pairs:
        found = TruthSegment.objects.filter(verdict__pair=pair).order_by("start_ms")
        true = world.of_pair(pair).truth
        assert len(found) == len(true)
        assert all(iou(Segment(one.start_ms, one.end_ms), two) > 0.6 for one, two in zip(found, true, strict=True))


def kinds_of_work(member: Membership) -> Counter:
    """Of what the person would get now: whether it asks about pieces, as of a third annotator."""
    seats = claim_seats(member=member, count=20, now=LATER).seats
    return Counter(bool(question.pieces) for question in questions_of(seats).values())


def test_people_who_sign_in_find_something_of_each_kind_to_do():
    _, author, marker = played()
    assert [ask.reason for ask in returned_asks(author)] == ["no answer here"]
    assert kinds_of_work(author) == {False: 4, True: 1}
    assert kinds_of_work(marker) == {True: 1}
    viewing = begin_writing(member=marker, now=LATER)
    assert viewing is not None
    assert not viewing.share.batch.video.asks.exists()


def test_the_campaign_keeps_its_rules_and_its_clock_is_over():
    campaign, _, _ = played()
    assert list(breaches(campaign, now=LATER, sweep_s=30)) == []
    assert LedgerEntry.objects.filter(campaign=campaign).filter(at__gte=LATER).count() == 0


def test_a_story_that_is_cut_off_leaves_nothing(monkeypatch):
    campaign, author, marker = demo_campaign()
    others = synthetic_annotators(campaign=campaign, count=PEOPLE, now=NOW)
    with pytest.raises(ValueError, match="not enough values"):
        play_story(
            campaign=campaign,
            world=demo_world(campaign),
            author=author,
            marker=marker,
            others=others[:3],
            now=LATER,
        )
    assert campaign.asks.count() == 0
