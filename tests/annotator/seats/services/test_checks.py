import itertools
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.checks.services.golds import set_gold, stop_gold
from annotator.desk.selectors.history import progress_of
from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Problem, Purpose, Score, Seat, SeatState, Staffing, Standing
from annotator.people.selectors.access import Lead
from annotator.problems.services.reporting import report_problem
from annotator.seats.services.standings import set_standing
from consensus.agreement.selectors.own import own_agreement
from consensus.labels.selectors.labels import raw_scores
from consensus.models import BatchReview, Decision, Verdict
from consensus.opening.services import open_campaign
from consensus.pairs.services.withdrawing import put_back_parked, withdraw_pair, withdraw_parked
from consensus.queries.services.editing import edit_query, retire_query
from consensus.review.services.reviewing import decide_batch
from consensus.verify.selectors.invariants import breaches
from console.review.selectors import campaign_progress
from moments.base.errors import BadInput
from moments.campaign.services import set_protocol
from moments.models import Campaign, LedgerEntry, Pair
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, make_member, make_query, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=3)


@built_once
def checked_campaign(
    *, gold_rate: float = 0, repeat_rate: float = 0, golds: int = 10, **fields
) -> tuple[Campaign, list[Membership]]:
    """An open campaign with that many pairs of gold, answer 2, behind the batches of its queries."""
    queries = fields.pop("queries", 1)
    campaign, members = opened_campaign(queries=queries, pairs=20 + golds // queries, **fields)
    Staffing.objects.create(campaign=campaign, gold_rate=gold_rate, repeat_rate=repeat_rate)
    for pair in campaign.pairs.filter(batch=None).select_related("campaign", "query", "moment").order_by("number"):
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    return campaign, members


def delivered(member: Membership, value: int = 3, *, now=NOW) -> list[Seat]:
    """Every seat that the person gets, in order, each scored."""
    seats: list[Seat] = []
    while got := claim(member, 3, now=now):
        for seat in got:
            assert submit(member, seat, value, now=now).status == "saved"
        seats += got
    return seats


def answer(member: Membership, seat: Seat, *, now=LATER) -> tuple[object, ...]:
    """What the person's program gets for a score, except what names the seat."""
    result = submit(member, seat, 3, now=now)
    return result.status, result.code, result.detail, result.relevance, result.changeable_until


def of_purpose(seats: Sequence[Seat], purpose: Purpose) -> list[Seat]:
    return [seat for seat in seats if seat.purpose == purpose]


def test_gold_comes_between_other_seats_never_twice_and_never_two_in_a_row() -> None:
    _, (one, _) = checked_campaign(gold_rate=0.3, queries=2)
    seats = delivered(one)
    purposes = [seat.purpose for seat in seats]
    golds = of_purpose(seats, Purpose.GOLD)
    assert len(golds) == len({seat.pair_id for seat in golds}) == 10
    assert ("gold", "gold") not in list(itertools.pairwise(purposes))
    assert purposes[-1] == "campaign"
    assert purposes.count("campaign") == 40


def test_a_repeat_is_an_own_settled_score_from_at_least_fifty_scores_ago_and_comes_once() -> None:
    campaign, (one, two) = checked_campaign(repeat_rate=0.3, queries=6, golds=0)
    now, repeats, order = NOW, [], []
    for _ in range(40):
        now += timedelta(seconds=100)
        for seat in claim(one, 6, now=now):
            if seat.purpose == Purpose.REPEAT:
                earlier = next(place for place, past in enumerate(order) if past.pair_id == seat.pair_id)
                assert len(order) - earlier >= 50
                repeats.append(seat.pair_id)
            submit(one, seat, 3, now=now)
            order.append(seat)
        score_all([two], 3, now=now)
        settle(campaign, now=now)
    assert len(repeats) > 10
    assert len(repeats) == len(set(repeats))
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []


def test_without_rates_a_fill_asks_the_database_nothing_more() -> None:
    counts = {}
    for slug, staffed in (("bare", False), ("staffed", True)):
        campaign, (one, _) = opened_campaign(slug)
        if staffed:
            Staffing.objects.create(campaign=campaign)
        with CaptureQueriesContext(connection) as asked:
            claim(one, 3)
        counts[slug] = [query["sql"].split()[0] for query in asked.captured_queries]
        assert not any('"annotator_gold"' in query["sql"] for query in asked.captured_queries)
    assert counts["bare"] == counts["staffed"]


def test_checks_count_for_no_verdict_progress_export_or_agreement_and_are_paid() -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.3)
    mine = delivered(one)
    delivered(two)
    settle(campaign)
    golds = len(of_purpose(mine, Purpose.GOLD))
    assert golds > 2
    assert len(list(raw_scores(campaign))) == 40
    progress = campaign_progress(Lead(campaign, "lead"))
    assert (progress.pairs, progress.decided) == (20, 20)
    assert own_agreement(one).pairs == 20
    own = progress_of(one, now=NOW)
    assert (own.scored, own.scored_today) == (20 + golds, 20 + golds)
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []


def test_what_is_left_falls_by_one_with_every_seat_whatever_it_is_for() -> None:
    _, (one, _) = checked_campaign(gold_rate=0.4)
    claims = []
    first = claim_seats(member=one, count=1, now=NOW)
    while first.seats:
        submit(one, first.seats[0], 3)
        claims.append((first.left, first.seats[0].purpose))
        first = claim_seats(member=one, count=1, now=NOW)
    lefts = [left for left, _ in claims]
    assert lefts == list(range(len(claims) - 1, -1, -1))
    assert {"gold", "campaign"} == {purpose for _, purpose in claims}


def test_somebody_who_is_suspended_loses_their_checks_and_nobody_gets_them() -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.5)
    held = claim(one, 10)
    set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="lead", reason="odd")
    assert not Seat.objects.filter(annotator=one, state__in=["reserved", "held"]).exists()
    golds = Seat.objects.filter(annotator=one, purpose=Purpose.GOLD)
    assert set(golds.values_list("state", flat=True)) == {"released"}
    set_standing(member=one, standing=Standing.QUALIFIED, now=NOW, actor="lead")
    assert {seat.purpose for seat in held} == {Purpose.CAMPAIGN, Purpose.GOLD}
    assert {answer(one, seat, now=NOW)[:2] for seat in held} == {("refused", "reassigned")}
    assert len({answer(one, seat, now=NOW) for seat in held}) == 1
    assert {seat.annotator_id for seat in delivered(two)} == {two.pk}


def test_late_scores_of_checks_are_answered_like_those_of_the_seats_that_follow_them() -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.5, queries=2, golds=30)
    held = claim(one, 50)
    delivered(two)
    assert claim(make_member(campaign), 3, now=LATER)  # takes the rest of one of the two shares
    answers = [answer(one, seat) for seat in held]
    beside = [(answers[place], answers[place + 1]) for place in range(49) if held[place].purpose == Purpose.GOLD]
    assert {check[:2] for check, _ in beside} == {("saved", None), ("refused", "reassigned")}
    assert [check for check, _ in beside] == [following for _, following in beside]
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []


def test_a_lost_check_may_be_reported_like_a_lost_seat() -> None:
    _, (one, _) = checked_campaign(gold_rate=0.5)
    held = claim(one, 10)
    set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="lead")
    set_standing(member=one, standing=Standing.QUALIFIED, now=NOW, actor="lead")
    for seat in held:
        report_problem(member=one, seat=seat.public_id, kind="broken_clip", note="", now=NOW)
    assert Problem.objects.count() == len(held) > len(of_purpose(held, Purpose.GOLD)) > 0


def test_checks_of_somebody_away_are_released_when_their_seats_are_taken() -> None:
    _, (one, two) = checked_campaign(gold_rate=0.5, golds=3)
    claim(one, 2)
    delivered(two)
    later = NOW + timedelta(hours=2)
    third = make_member(one.campaign)
    delivered(third, now=later)
    mine = Seat.objects.filter(annotator=one, purpose=Purpose.GOLD)
    assert set(mine.values_list("state", flat=True)) == {"released"}


def test_gold_that_is_stopped_or_parked_is_not_slipped_in() -> None:
    campaign, (one, _) = checked_campaign(gold_rate=0.5, golds=3)
    stopped, parked, _ = campaign.golds.select_related("campaign", "pair__campaign", "pair__query").order_by("pk")
    assert stop_gold(gold=stopped, now=NOW, actor="lead")
    assert not stop_gold(gold=stopped, now=NOW, actor="lead")
    Pair.objects.filter(pk=parked.pair_id).update(parked=True)
    assert [seat.pair.rank for seat in of_purpose(delivered(one), Purpose.GOLD)] == [23]


@pytest.mark.parametrize("kind", ["broken_clip", "query"])
def test_a_report_on_gold_takes_it_out_of_the_queue_like_any_pair(kind) -> None:
    _, (one, _) = checked_campaign(gold_rate=0.5)
    gold = of_purpose(claim(one, 10), Purpose.GOLD)[0]
    report_problem(member=one, seat=gold.public_id, kind=kind, note="", now=NOW)
    assert gold.pk not in [seat.pk for seat in claim(one, 10)]


@pytest.mark.parametrize("reporter", ["the person", "the partner"])
def test_a_report_of_the_query_takes_gold_and_all_pairs_around_it_and_puts_them_back_together(reporter) -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.5)
    mine, theirs = claim(one, 50), claim(two, 50)
    named = (of_purpose(mine, Purpose.GOLD) if reporter == "the person" else theirs)[0]
    member = one if reporter == "the person" else two
    report_problem(member=member, seat=named.public_id, kind="query", note="", now=NOW)
    assert claim(one, 50) == claim(two, 50) == []
    put_back_parked(query=campaign.queries.get(), actor="lead", reason="fine", now=NOW)
    assert {seat.pk for seat in claim(one, 50)} == {seat.pk for seat in mine}
    assert not Problem.objects.filter(resolved_at=None).exists()
    assert not Pair.objects.filter(parked=True).exists()


def test_all_of_a_reported_query_is_withdrawn_with_its_gold_and_repeats() -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.5)
    mine = claim(one, 50)
    repeated = campaign.pairs.filter(batch__isnull=False).order_by("-number").first()
    claim(two, 50)
    Seat.objects.filter(pair=repeated).update(state=SeatState.SETTLED)
    protocol = repeated.batch.protocol
    Verdict.objects.create(pair=repeated, attempt=1, kind="agreed", relevance=2, protocol=protocol, decided_at=NOW)
    where = {"campaign": campaign, "pair": repeated, "round": 1, "number": 1, "position": 99}
    repeat = Seat.objects.create(annotator=two, purpose=Purpose.REPEAT, state="held", held_at=NOW, **where)
    report_problem(member=one, seat=mine[0].public_id, kind="query", note="", now=NOW)
    withdraw_parked(query=campaign.queries.get(), actor="lead", reason="no sense", now=NOW)
    assert claim(one, 50) == claim(two, 50) == []
    assert Seat.objects.get(pk=repeat.pk).state == SeatState.RELEASED
    assert not Pair.objects.filter(parked=True).exists()
    assert Verdict.objects.get(pair=repeated).kind == "agreed"


def test_a_lead_withdraws_reported_gold_which_stops_it() -> None:
    campaign, (one, _) = checked_campaign(gold_rate=0.5)
    gold = of_purpose(claim(one, 30), Purpose.GOLD)[0]
    report_problem(member=one, seat=gold.public_id, kind="broken_clip", note="", now=NOW)
    pair = Pair.objects.select_related("campaign", "query", "batch").get(pk=gold.pair_id)
    assert withdraw_pair(pair=pair, actor="lead", reason="black", now=NOW) is None
    pair.refresh_from_db()
    assert (pair.parked, pair.gold.active) == (False, False)
    assert Problem.objects.get().resolution == "no longer gold: black"
    assert gold.pk not in [seat.pk for seat in claim(one, 30)]


@pytest.mark.parametrize("act", ["edit", "retire"])
def test_gold_of_a_query_that_changes_is_stopped(act) -> None:
    campaign, (one, _) = checked_campaign(gold_rate=0.5, golds=2)
    query = campaign.queries.get()
    held = claim(one, 30)
    assert len(of_purpose(held, Purpose.GOLD)) == 2
    if act == "edit":
        edit_query(query=query, text="new", actor="lead", reason="typo", now=NOW)
    else:
        retire_query(query=query, actor="lead", reason="odd", now=NOW)
    assert set(campaign.golds.values_list("active", flat=True)) == {False}
    assert set(Seat.objects.filter(purpose=Purpose.GOLD).values_list("state", flat=True)) == {SeatState.RELEASED}
    assert len({answer(one, seat, now=NOW) for seat in held}) == 1


def test_who_met_a_pair_as_gold_gets_no_campaign_seat_on_it() -> None:
    campaign, (one, two) = checked_campaign(gold_rate=0.5, golds=2)
    (met,) = of_purpose(delivered(one), Purpose.GOLD)[:1]
    Staffing.objects.update(gold_rate=0)
    delivered(two)
    settle(campaign)
    decide_batch(review=BatchReview.objects.get(), decision=Decision.EXTEND, actor="lead", note="", now=LATER)
    third = make_member(campaign)
    assert met.pair_id not in {seat.pair_id for seat in claim(one, 20, now=LATER)}
    assert met.pair_id in {seat.pair_id for seat in delivered(third, now=LATER)}
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []


def test_gold_is_in_the_ledger_and_its_answer_may_change() -> None:
    campaign, _ = checked_campaign(golds=1)
    pair = Pair.objects.select_related("campaign", "query", "moment").get(batch=None)
    set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    assert set_gold(pair=pair, relevance=4, now=NOW, actor="lead").relevance == 4
    payloads = LedgerEntry.objects.filter(kind="gold_set").order_by("number").values_list("payload", flat=True)
    assert list(payloads) == ['{"before":null,"relevance":2}', '{"before":2,"relevance":4}']


def test_a_pair_that_people_score_or_without_a_clip_cannot_be_gold() -> None:
    campaign, _ = opened_campaign(pairs=1)
    pair = Pair.objects.select_related("campaign", "query", "moment").get()
    with pytest.raises(BadInput, match="pair 1 is in an open batch"):
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    with pytest.raises(BadInput, match="relevance: expected 0 to 4"):
        set_gold(pair=pair, relevance=5, now=NOW, actor="lead")
    other = make_query(campaign, pairs=1).pairs.select_related("campaign", "query", "moment").get()
    other.moment.clips.all().delete()
    with pytest.raises(BadInput, match="has no clip"):
        set_gold(pair=other, relevance=2, now=NOW, actor="lead")
    assert not campaign.golds.exists()


def test_an_answer_to_a_check_may_be_changed_as_long_as_those_around_it() -> None:
    campaign, (one, two) = checked_campaign(queries=4)
    score_all([one, two])
    settle(campaign)
    set_protocol(campaign=campaign, protocol=Protocol(grace_s=600), now=LATER, actor="lead")
    query = make_query(campaign, pairs=30)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=LATER, actor="lead")
    set_protocol(campaign=campaign, protocol=Protocol(grace_s=30), now=LATER, actor="lead")
    for pair in query.pairs.filter(batch=None).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=LATER, actor="lead")
    Staffing.objects.update(gold_rate=0.25, repeat_rate=0.25)
    seats = delivered(one, now=LATER)
    assert {seat.purpose for seat in seats} == {Purpose.CAMPAIGN, Purpose.GOLD, Purpose.REPEAT}
    until = Score.objects.filter(seat__in=seats).values_list("changeable_until", flat=True)
    assert set(until) == {LATER + timedelta(seconds=600)}
