"""I5: whoever comes, goes, is suspended or falls silent, every pair is decided, takeable or with the lead."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Seat, SeatState, Standing
from annotator.seats.services.standings import set_account, set_standing
from consensus.decisions.selectors.verdicts import stuck_pairs, unscorable_pairs
from consensus.models import Verdict
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign, Clip, ClipState, Pair
from tests.factories import NOW, claim, opened_campaign, submit

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LEASE = timedelta(seconds=3601)


def work(member: Membership, now, count: int, rng: random.Random) -> None:
    for seat in claim(member, count, now=now):
        if rng.random() < 0.8:
            assert submit(member, seat, rng.randrange(5), now=now).status == "saved"


def finish(campaign: Campaign, members: list[Membership], now) -> None:
    """Those who are left take all that they can get, until nothing moves."""
    rng = random.Random(0)
    for _ in range(60):
        now += LEASE
        before = Seat.objects.filter(state__in=["scored", "settled"]).count(), Verdict.objects.count()
        for member in members:
            for seat in claim(member, 50, now=now):
                submit(member, seat, rng.randrange(5), now=now)
        now += timedelta(seconds=61)
        settle_campaign(campaign=campaign, now=now)
        if before == (Seat.objects.filter(state__in=["scored", "settled"]).count(), Verdict.objects.count()):
            return


@pytest.mark.parametrize("seed", range(3))
def test_every_pair_is_decided_or_with_the_lead_once_all_that_can_be_done_is_done(seed: int) -> None:
    rng = random.Random(seed)
    campaign, members = opened_campaign(people=6, queries=2, pairs=25, follow_suggestions=seed % 2 == 0)
    now, left = NOW, list(members)
    for _ in range(25):
        now += rng.choice([timedelta(seconds=5), timedelta(seconds=70), LEASE])
        member = rng.choice(left)
        work(member, now, rng.choice([1, 3, 12, 50]), rng)
        settle_campaign(campaign=campaign, now=now)
        if rng.random() < 0.12 and len(left) > 3:
            left.remove(member)
            if rng.random() < 0.5:
                set_standing(member=member, standing=Standing.SUSPENDED, now=now, actor="test")
            else:
                set_account(user=member.user, is_active=False, now=now, actor="test")
    finish(campaign, left, now)
    verdict = Verdict.objects.filter(superseded=False).values("pair")
    waiting = set(Pair.objects.filter(batch__isnull=False).exclude(pk__in=verdict).values_list("number", flat=True))
    assert waiting == set(stuck_pairs(campaign).values_list("number", flat=True))
    assert list(breaches(campaign, now=now + timedelta(days=9), sweep_s=5)) == []


def test_the_rest_of_both_shares_goes_to_the_one_who_is_left() -> None:
    _, (one, two, three) = opened_campaign(people=3)
    for seat in claim(one, 20)[:10]:
        submit(one, seat, 3)
    claim(two, 20)
    late = NOW + LEASE
    claim_seats(member=one, count=0, now=NOW)
    taken = claim(three, 50, now=late)
    assert len({seat.pair_id for seat in taken}) == len(taken) == 20
    assert Seat.objects.filter(annotator=three, state=SeatState.HELD).count() == 20


def test_after_two_suspensions_the_third_gets_all_that_is_unmet() -> None:
    campaign, (one, two, three) = opened_campaign(people=3)
    for seat in claim(one, 20)[:10]:
        submit(one, seat, 3)
    claim(two, 20)
    for member in (one, two):
        set_standing(member=member, standing=Standing.SUSPENDED, now=NOW, actor="test")
    assert len({seat.pair_id for seat in claim(three, 50)}) == 20
    assert stuck_pairs(campaign).count() == 10


def test_a_closed_account_is_nobody_who_could_score() -> None:
    campaign, (one, two, three, four) = opened_campaign(people=4, pairs=2)
    for member, relevance in ((one, 0), (two, 4)):
        for seat in claim(member, 2):
            submit(member, seat, relevance)
    settle_campaign(campaign=campaign, now=NOW + timedelta(seconds=61))
    assert stuck_pairs(campaign).count() == 0
    for member in (three, four):
        assert set_account(user=member.user, is_active=False, now=NOW, actor="test")
        assert not set_account(user=member.user, is_active=False, now=NOW, actor="test")
    assert stuck_pairs(campaign).count() == 2


def test_closing_an_account_gives_its_seats_to_others_at_once() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    claim(one, 4)
    claim(two, 4)
    set_account(user=one.user, is_active=False, now=NOW, actor="test")
    assert len(claim(three, 4)) == 4


def test_a_pair_whose_clip_failed_is_with_the_lead() -> None:
    campaign, _ = opened_campaign(pairs=3)
    clip = Clip.objects.get(moment__pairs__rank=2)
    Clip.objects.filter(pk=clip.pk).update(state=ClipState.FAILED, reason="the video is missing")
    assert [pair.rank for pair in unscorable_pairs(campaign)] == [2]
    Clip.objects.filter(pk=clip.pk).update(state=ClipState.READY)
    assert list(unscorable_pairs(campaign)) == []
