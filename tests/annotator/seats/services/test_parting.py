"""Open seats leave their share where whoever may take it could not score them all, as soon as that is so (I5)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, ProblemKind, Seat, SeatState, Share, Standing
from annotator.problems.services.reporting import report_problem
from annotator.seats.selectors.shares import parting_seats
from annotator.seats.services.queue import fill_queue
from annotator.seats.services.reassigning import reassign_seats, release_seats
from annotator.seats.services.standings import set_standing
from annotator.seats.services.taking import take_over
from consensus.pairs.services.withdrawing import put_back_pair
from consensus.people.services.voiding import void_person
from consensus.sweep.services import settle_campaigns
from consensus.verify.selectors.invariants import breaches
from moments.models import Pair
from tests.factories import NOW, claim, make_member, opened_campaign, submit

pytestmark = pytest.mark.django_db
LATE = NOW + timedelta(hours=2)


def begun(people: int = 3) -> list[Membership]:
    """Two of a batch's four pairs are scored by the first person, who has a share; nobody has the other one."""
    _, members = opened_campaign(people=people, pairs=4)
    for seat in claim(members[0], 4)[:2]:
        assert submit(members[0], seat, 3).status == "saved"
    return members


def leave(member: Membership) -> None:
    set_standing(member=member, standing=Standing.SUSPENDED, now=NOW, actor="test")


def open_by_share() -> dict[int | None, int]:
    """How many open seats are in the share of each number; under None those that go by themselves."""
    shares = list(Seat.objects.filter(state=SeatState.OPEN).values_list("share__number", flat=True))
    return {number: shares.count(number) for number in set(shares)}


@pytest.fixture(autouse=True)
def nobody_waits_in_vain():
    """Whatever happened, no seat waits where nobody would be given it."""
    yield
    campaign = Membership.objects.first().campaign
    assert [breach for breach in breaches(campaign, now=NOW, sweep_s=5) if breach.startswith("I5")] == []


def test_a_share_that_goes_whole_leaves_the_other_one_whole():
    _, (one, two) = opened_campaign(people=2, pairs=4)
    claim(one, 1)
    assert open_by_share() == {2: 4}
    claim(two, 1)
    assert open_by_share() == {}


def test_who_takes_the_rest_of_a_share_gets_the_rest_of_the_other_one_too():
    one, two, _ = begun()
    leave(one)
    assert open_by_share() == {1: 2, 2: 4}
    assert len(claim(two, 2)) == 2
    # Whoever takes the second share may not be two (R2); of the pairs that two does not sit on, two can have one seat.
    assert len(claim(two, 4)) == 4
    assert open_by_share() == {2: 2}
    assert set(Share.objects.values_list("number", "annotator")) == {(1, two.pk), (2, None)}


def test_a_share_that_is_let_go_parts_where_the_one_beside_it_was_begun_by_several():
    one, two, three = begun()
    leave(one)
    assert fill_queue(member=two, now=NOW, want=2, with_clips=False) == 2
    assert open_by_share() == {2: 2, None: 2}
    assert fill_queue(member=three, now=NOW, want=3, with_clips=False) == 4  # the singles, then the share
    release_seats(member=three, reason="ill", now=NOW, actor="test")
    assert open_by_share() == {2: 2, None: 2}


def test_a_share_that_somebody_takes_over_in_part_parts_the_other_one():
    one, two, three = begun()
    assert open_by_share() == {2: 4}
    Share.objects.filter(number=2).update(annotator=three)  # so that two finds nothing but what one let go
    Seat.objects.filter(share__number=2).update(annotator=three, state=SeatState.HELD)
    claim_seats(member=three, count=0, now=LATE)
    assert len(claim(two, 4, now=LATE)) == 2
    assert Share.objects.get(number=1).annotator == two
    release_seats(member=three, reason="ill", now=LATE, actor="test")
    assert open_by_share() == {2: 2, None: 2}


def test_a_share_that_is_taken_over_beside_one_that_nobody_may_have_yet_parts_it():
    """What is open in the second share are the pairs that one scored, which are parked."""
    one, two, three = begun()
    scored = Pair.objects.filter(seats__state=SeatState.SCORED)
    scored.update(parked=True)
    Seat.objects.filter(share__number=2, pair__parked=False).update(
        annotator=three, state=SeatState.SETTLED, share=None
    )
    assert len(claim(two, 4, now=LATE)) == 2
    assert Share.objects.get(number=1).annotator == two
    assert open_by_share() == {None: 2}
    Pair.objects.update(parked=False)
    assert len(claim(two, 4, now=LATE)) == 4


def test_seats_that_were_not_taken_over_with_their_share_are_not_lost_with_it():
    """Two met a pair of the share in a study: its seat stays with one by itself, and is anybody's once one is gone."""
    one, two, three = begun()
    met = Seat.objects.filter(annotator=one, state=SeatState.HELD).first()
    Share.objects.filter(number=2).update(annotator=three)
    Seat.objects.filter(share__number=2).update(annotator=three, state=SeatState.HELD)
    Seat.objects.filter(share__number=2, pair=met.pair).update(annotator=two, share=None)
    claim_seats(member=three, count=0, now=LATE)
    assert [seat.pair_id for seat in claim(two, 4, now=LATE) if seat.pair_id != met.pair_id] != []
    assert Seat.objects.get(pk=met.pk).share is None
    leave(one)
    assert open_by_share() == {None: 1}
    four = make_member(one.campaign)
    assert met.pk in {seat.pk for seat in claim(four, 4, now=LATE)}


def test_a_share_that_is_reassigned_in_part_parts_the_other_one():
    one, two, _ = begun()
    assert open_by_share() == {2: 4}
    reassign_seats(member=one, to=two, reason="ill", now=NOW, actor="test")
    assert open_by_share() == {2: 2, None: 2}


def two_with_singles_of_their_batch() -> tuple[list[Membership], set[int]]:
    """Two has a share and the singles on what one scored before they were voided; three had the other share.

    Those two pairs were reported, and so are open in the share that three left.
    """
    one, two, three = begun()
    void_person(member=one, now=NOW, actor="test", reason="fraud")
    leave(one)
    claim(two, 4)
    claim(three, 4)
    singles = list(Seat.objects.filter(annotator=two, share=None))
    for seat in singles:
        report_problem(member=two, seat=seat.public_id, kind=ProblemKind.BROKEN_CLIP, note="", now=NOW)
    pairs = {seat.pair_id for seat in singles}
    for seat in Seat.objects.filter(state=SeatState.HELD).exclude(pair__in=pairs):
        assert submit(seat.annotator, seat, 3).status == "saved"
    leave(three)
    for pair in Pair.objects.filter(pk__in=pairs):
        put_back_pair(pair=pair, actor="test", reason="fine", now=NOW)
    assert open_by_share() == {2: 2}
    assert Share.objects.get(number=1).annotator == two
    return [one, two, three], pairs


def test_singles_that_the_owner_of_a_share_loses_part_the_other_one():
    (_, two, _), pairs = two_with_singles_of_their_batch()
    release_seats(member=two, reason="parked", now=NOW, actor="test")
    assert open_by_share() == {None: 4}
    assert {seat.pair_id for seat in claim(two, 4)} == pairs


def test_singles_that_are_taken_over_from_the_owner_of_a_share_part_the_other_one():
    (one, two, _), pairs = two_with_singles_of_their_batch()
    Seat.objects.filter(share__number=2, state=SeatState.OPEN).update(round=2)  # the last thing that four would take
    four = make_member(one.campaign)
    Pair.objects.filter(pk__in=pairs).update(parked=False)
    assert take_over(member=four, now=LATE, with_clips=False) == 2
    assert open_by_share() == {None: 2}


def test_singles_that_are_reassigned_from_the_owner_of_a_share_part_the_other_one():
    (one, two, _), _ = two_with_singles_of_their_batch()
    reassign_seats(member=two, to=make_member(one.campaign), reason="ill", now=NOW, actor="test")
    assert open_by_share() == {None: 2}


def test_the_first_sweep_of_an_hour_parts_what_nobody_saw_to(caplog):
    one, two, _ = begun()
    Share.objects.filter(number=1).update(annotator=two)
    settle_campaigns(now=NOW)
    assert open_by_share() == {None: 4}
    assert "2 open seats were moved" in caplog.text or "4 open seats were moved" in caplog.text
    Seat.objects.filter(state=SeatState.OPEN).update(share=Share.objects.get(number=2))
    settle_campaigns(now=NOW + timedelta(minutes=1))
    assert open_by_share() == {2: 4}
    settle_campaigns(now=NOW + timedelta(hours=1))
    assert open_by_share() == {None: 4}


def test_seats_of_a_share_whose_neighbour_scored_them_all_stay_together():
    one, two, _ = begun()
    leave(one)
    claim(two, 4)
    assert not parting_seats(Seat.objects.all()).exists()
    assert open_by_share() == {2: 2}
