"""Claiming: what a person gets, in which order, and what not."""

from datetime import timedelta

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Role, Seat, SeatState, Standing
from annotator.seats.services.standings import set_standing
from moments.models import CampaignStatus, Clip, ClipState
from tests.factories import NOW, claim, make_campaign, make_member, make_query, opened_campaign, submit
from tests.rule_tables import worked_table

pytestmark = pytest.mark.django_db


def test_a_claim_holds_as_many_seats_as_asked_for() -> None:
    _, (one, _) = opened_campaign()
    claimed = claim_seats(member=one, count=3, now=NOW)
    assert [seat.state for seat in Seat.objects.filter(annotator=one, state=SeatState.HELD)] == ["held"] * 3
    assert (len(claimed.seats), claimed.left, claimed.reason) == (3, 17, None)


def test_repeating_a_claim_claims_nothing_more() -> None:
    _, (one, _) = opened_campaign()
    assert [seat.pk for seat in claim(one)] == [seat.pk for seat in claim(one)]
    assert Seat.objects.filter(state=SeatState.HELD).count() == 3


def test_a_claim_tops_up_what_is_held() -> None:
    _, (one, _) = opened_campaign()
    first = claim(one, 3)
    submit(one, first[0], 2)
    second = claim(one, 5)
    assert [seat.pk for seat in second[:2]] == [seat.pk for seat in first[1:]]
    assert len(second) == 5


def test_two_people_take_a_whole_batch_and_a_third_gets_nothing() -> None:
    _, (one, two, three) = opened_campaign(people=3)
    assert [len(claim(member, 20)) for member in (one, two)] == [20, 20]
    third = claim_seats(member=three, count=20, now=NOW)
    assert (third.seats, third.left, third.reason) == ([], 0, "no_work")


def test_the_order_is_the_persons_own_and_not_that_of_rank() -> None:
    _, members = opened_campaign(people=2)
    orders = [[seat.pair.rank for seat in claim(member, 20)] for member in members]
    assert sorted(orders[0]) == sorted(orders[1]) == list(range(1, 21))
    assert orders[0] != orders[1]
    assert list(range(1, 21)) not in orders


def test_a_person_keeps_to_one_query_until_it_is_done() -> None:
    _, (one, _) = opened_campaign(queries=3)
    queries = [seat.pair.query_id for seat in claim(one, 50)]
    assert [len(queries), len({*queries[:20]}), len({*queries[20:40]}), len({*queries[40:]})] == [50, 1, 1, 1]


def test_pairs_without_a_ready_clip_are_not_given_out() -> None:
    campaign, (one, _) = opened_campaign(pairs=4)
    pair = campaign.pairs.get(rank=2)
    Clip.objects.filter(moment=pair.moment).update(state=ClipState.FAILED)
    claimed = claim_seats(member=one, count=10, now=NOW)
    assert (sorted(seat.pair.rank for seat in claimed.seats), claimed.left) == ([1, 3, 4], 0)
    Clip.objects.filter(moment=pair.moment).update(state=ClipState.READY)
    assert [seat.pair.rank for seat in claim(one, 10)][-1] == 2


def test_a_batch_whose_clips_are_all_missing_is_left_to_wait() -> None:
    campaign, (one, _) = opened_campaign(queries=2, pairs=3)
    first = campaign.queries.get(query_id=1)
    Clip.objects.filter(moment__pairs__query=first).update(state=ClipState.PENDING)
    assert {seat.pair.query.query_id for seat in claim(one, 10)} == {2}


def test_parked_pairs_are_not_given_out() -> None:
    campaign, (one, _) = opened_campaign(pairs=4)
    campaign.pairs.filter(rank=3).update(parked=True)
    assert sorted(seat.pair.rank for seat in claim(one, 10)) == [1, 2, 4]


@pytest.mark.parametrize(
    ("standing", "reason"),
    [
        (Standing.TRAINING, "training_required"),
        (Standing.EXAM, "exam_required"),
        (Standing.WAITING, "waiting_for_truth"),
    ],
)
def test_the_answer_says_why_somebody_is_not_qualified(standing: Standing, reason: str) -> None:
    campaign, _ = opened_campaign()
    member = make_member(campaign, standing=standing)
    claimed = claim_seats(member=member, count=3, now=NOW)
    assert (claimed.seats, claimed.left, claimed.reason) == ([], 0, reason)


def test_a_paused_campaign_gives_nothing_out() -> None:
    campaign, (one, _) = opened_campaign()
    claim(one)
    campaign.status = CampaignStatus.PAUSED
    campaign.save()
    one.refresh_from_db()
    assert claim_seats(member=one, count=3, now=NOW).reason == "paused"


def test_a_campaign_in_draft_has_no_work() -> None:
    campaign = make_campaign()
    make_query(campaign)
    assert claim_seats(member=make_member(campaign), count=3, now=NOW).reason == "no_work"


def test_a_lead_is_never_seated() -> None:
    campaign, _ = opened_campaign()
    lead = make_member(campaign, role=Role.LEAD)
    assert claim_seats(member=lead, count=3, now=NOW).seats == []


@pytest.mark.parametrize("count", [-1, 51])
def test_a_count_out_of_range_is_an_error(count: int) -> None:
    _, (one, _) = opened_campaign()
    with pytest.raises(ValueError, match="expected 0 to 50"):
        claim_seats(member=one, count=count, now=NOW)


def test_a_lease_that_is_over_goes_to_somebody_who_has_nothing_else() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 4)
    submit(one, held[0], 3)
    claim(two, 4)
    late = NOW + timedelta(seconds=3601)
    claim_seats(member=two, count=1, now=late)
    taken = claim(three, 4, now=late)
    assert sorted(seat.pk for seat in taken) == sorted(seat.pk for seat in held[1:])
    result = submit(one, held[1], 3, now=late)
    assert (result.status, result.detail) == ("refused", "seat: no longer yours; its score is not needed")


def test_a_running_lease_is_left_alone() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    claim(one, 4)
    claim(two, 4)
    assert claim(three, 4, now=NOW + timedelta(seconds=3600)) == []


@pytest.mark.parametrize(("asked", "now", "outcome"), worked_table("R13"))
def test_the_worked_table_of_r13_holds(asked: str, now: str, outcome: str) -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    claim(one, 4)
    claim(two, 4)
    last = None if asked == "–" else NOW + timedelta(seconds=int(asked))
    Membership.objects.filter(pk=one.pk).update(last_request_at=last)
    at = NOW + timedelta(seconds=int(now))
    claim_seats(member=two, count=0, now=at)
    assert len(claim(three, 4, now=at)) == (4 if outcome == "over" else 0)


def test_open_work_comes_before_what_others_let_go() -> None:
    _, (one, two) = opened_campaign(people=2, queries=2, pairs=4)
    first = {seat.pair.query_id for seat in claim(one, 4)}
    late = NOW + timedelta(seconds=4000)
    order = [seat.pair.query_id for seat in claim(two, 8, now=late)]
    assert len(order) == 8
    assert {*order[:4]} == first  # beside one, then the fresh batch; nothing was taken from one
    assert Seat.objects.filter(annotator=one).count() == 4


def test_a_late_score_counts_if_nobody_took_the_seat() -> None:
    _, (one, _) = opened_campaign(pairs=4)
    held = claim(one, 4)
    assert submit(one, held[0], 3, now=NOW + timedelta(days=2)).status == "saved"


def test_suspending_opens_the_seats_to_others_at_once() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 4)
    submit(one, held[0], 3)
    claim(two, 4)
    assert set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="test")
    assert sorted(seat.pk for seat in claim(three, 4)) == sorted(seat.pk for seat in held[1:])


def test_a_seat_on_a_pair_that_the_taker_met_goes_by_itself_to_somebody_else() -> None:
    campaign, (one, two, three) = opened_campaign(people=3, pairs=3)
    met = campaign.pairs.get(rank=2)
    Seat.objects.create(
        campaign=campaign, pair=met, round=1, number=1, purpose="gold", state=SeatState.SETTLED, annotator=one
    )
    assert sorted(seat.pair.rank for seat in claim(one, 5)) == [1, 3]
    assert [seat.pair.rank for seat in claim(two, 5)].count(2) == 1
    assert [seat.pair.rank for seat in claim(three, 5)] == [2]
