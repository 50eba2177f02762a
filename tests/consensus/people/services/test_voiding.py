import random
from datetime import timedelta

import pytest

from annotator.desk.selectors.history import progress_of
from annotator.guideline.services import add_example
from annotator.models import Score, Seat, SeatState, WorkEvent
from consensus.agreement.selectors.own import own_agreement
from consensus.labels.selectors.labels import labels, raw_scores, unfinished
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.people.services.voiding import Changed, Voiding, preview_voiding, void_person
from consensus.review.services.reviewing import decide_batch
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Batch, LedgerEntry, Pair
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, make_member, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)
SMALL = Protocol(batch_size=2, window=1)


def void(member, **fields):
    return void_person(member=member, **{"actor": "lead", "reason": "random answers", "now": NOW, **fields})


def broken(campaign, now=LATER):
    return list(breaches(campaign, now=now, sweep_s=5))


@built_once
def agreed_campaign(people=2, pairs=2, relevance=3, **fields):
    campaign, members = opened_campaign(people=people, pairs=pairs, **fields)
    score_all(members, relevance)
    settle(campaign)
    return campaign, members


@built_once
def disputed_campaign(values=(0, 4, 2, 2)):
    """One pair that went through both rounds; the people in the order of their scores."""
    campaign, people = opened_campaign(people=2, pairs=1)
    for member, value in zip(people, values, strict=False):
        submit(member, claim(member, 1)[0], value)
    settle(campaign)
    people += [make_member(campaign), make_member(campaign)]
    for member, value in zip(people[2:], values[2:], strict=False):
        submit(member, claim(member, 1)[0], value)
    settle(campaign, after_s=200)
    return campaign, people


def standing(campaign):
    return list(
        Verdict.objects.filter(superseded=False, pair__campaign=campaign)
        .order_by("pair")
        .values_list("kind", "relevance", "round")
    )


def test_a_preview_says_what_voiding_does_and_changes_nothing() -> None:
    campaign, (one, _) = agreed_campaign()
    assert preview_voiding(member=one) == Voiding(scores=2, verdicts=2, reviews=1, replacements=2)
    assert (standing(campaign), Seat.objects.filter(superseded=True).count()) == ([("agreed", 3, 1)] * 2, 0)


def test_scores_stay_verdicts_go_and_open_seats_take_the_places() -> None:
    campaign, (one, two) = agreed_campaign()
    done = void(one)
    assert done == Voiding(scores=2, verdicts=2, reviews=1, replacements=2)
    assert Score.objects.filter(annotator=one, current=True).count() == 2
    assert set(one.seats.values_list("superseded", "state")) == {(True, "settled")}
    assert set(two.seats.values_list("superseded", "state")) == {(False, "scored")}
    made = Seat.objects.filter(annotator=None)
    places = set(one.seats.values_list("pair", "round", "number", "attempt"))
    assert set(made.values_list("pair", "round", "number", "attempt")) == places
    assert set(made.values_list("state", "share", "superseded")) == {("open", None, False)}
    assert standing(campaign) == []
    assert broken(campaign) == []


def test_others_score_in_the_place_and_the_pair_is_decided_anew_without_the_voided_score() -> None:
    campaign, (one, _) = agreed_campaign(pairs=1)
    before = list(labels(campaign))
    void(one)
    assert (list(labels(campaign)), list(raw_scores(campaign))) == ([], [])
    assert unfinished(campaign) == {"pairs without a verdict": 1}
    assert claim(one) == []
    third = make_member(campaign)
    score_all([third], 4)
    settle(campaign)
    assert [row.relevance for row in before + list(labels(campaign))] == [3, 4]
    assert {row.worker for row in raw_scores(campaign)}.isdisjoint({one.pseudonym})
    assert broken(campaign) == []


def test_a_second_call_does_nothing() -> None:
    campaign, (one, _) = agreed_campaign()
    void(one)
    assert void(one) == Voiding()
    assert LedgerEntry.objects.filter(kind="person_voided").count() == 1
    assert Seat.objects.filter(state=SeatState.OPEN).count() == 2
    assert broken(campaign) == []


def test_the_ledger_tells_who_was_voided_why_and_which_pairs_are_scored_again() -> None:
    campaign, (one, _) = agreed_campaign()
    void(one)
    whole, of_query = LedgerEntry.objects.filter(kind__in=["person_voided", "scores_voided"]).order_by("number")
    found = [part in whole.payload for part in (one.pseudonym, '"verdicts":2', "random answers")]
    assert found == [True, True, True]
    assert (of_query.query_id, '"pairs":[1,2]' in of_query.payload) == (1, True)
    assert one.user.username not in whole.payload + of_query.payload


def test_the_persons_hours_and_count_stay() -> None:
    campaign, (one, _) = agreed_campaign()
    before = progress_of(one, now=LATER)
    void(one)
    after = progress_of(one, now=LATER)
    assert (after.scored, after.active_hours, after.pay) == (before.scored, before.active_hours, before.pay)
    assert WorkEvent.objects.count() == 0


def test_a_round_one_score_takes_the_second_round_with_it_which_counts_again_when_needed() -> None:
    campaign, (one, two, three, four) = disputed_campaign()
    assert standing(campaign) == [("agreed", 2, 2)]
    assert void(one) == Voiding(scores=1, verdicts=1, reviews=1, replacements=1, set_aside=2)
    assert broken(campaign) == []
    submit(five := make_member(campaign), claim(five, 1)[0], 1)
    settle(campaign, after_s=400)  # 1 and 4: the round escalates again
    settle(campaign, after_s=401)
    assert standing(campaign) == [("agreed", 2, 2)]
    live = {seat.annotator_id for seat in Seat.objects.filter(superseded=False)}
    assert live == {member.pk for member in (two, three, four, five)}
    assert broken(campaign) == []


def test_a_second_round_that_is_not_needed_any_more_stays_set_aside() -> None:
    campaign, (one, *_) = disputed_campaign()
    void(one)
    submit(five := make_member(campaign), claim(five, 1)[0], 4)
    settle(campaign, after_s=400)
    assert standing(campaign) == [("agreed", 4, 1)]
    assert Seat.objects.filter(round=2, superseded=False).count() == 0
    assert broken(campaign) == []


def test_a_score_that_was_set_aside_never_counts_again_once_it_is_voided_itself() -> None:
    campaign, (one, _, three, _) = disputed_campaign()
    void(one)
    assert void(three) == Voiding()
    submit(five := make_member(campaign), claim(five, 1)[0], 1)
    settle(campaign, after_s=400)
    assert three.seats.filter(superseded=False).count() == 0
    assert Seat.objects.filter(round=2, superseded=False, state=SeatState.OPEN).count() == 1
    assert broken(campaign) == []


def test_a_round_two_score_leaves_round_one_as_it_is() -> None:
    campaign, (_, _, three, _) = disputed_campaign()
    assert void(three) == Voiding(scores=1, verdicts=1, reviews=1, replacements=1)
    submit(five := make_member(campaign), claim(five, 1)[0], 3)
    settle(campaign, after_s=400)
    assert standing(campaign) == [("agreed", 3, 2)]
    assert broken(campaign) == []


def test_whoever_holds_a_seat_of_the_second_round_is_told_that_it_is_no_longer_theirs_and_paid() -> None:
    campaign, (one, two) = opened_campaign(people=2, pairs=1)
    submit(one, claim(one, 1)[0], 0)
    submit(two, claim(two, 1)[0], 4)
    settle(campaign)
    third = make_member(campaign)
    (held,) = claim(third, 1)
    void(one)
    answer = submit(third, held, 2, now=NOW + timedelta(seconds=90))
    assert (answer.status, answer.code) == ("refused", "reassigned")
    assert WorkEvent.objects.filter(annotator=third).count() == 1
    assert [seat.round for seat in claim(third, 1)] == [1]


def test_a_closed_batch_returns_to_review_and_an_extended_one_stays() -> None:
    campaign, members = agreed_campaign(pairs=4, protocol=SMALL)
    first = BatchReview.objects.get()
    decide_batch(review=first, decision=Decision.CLOSE, actor="lead", note="enough", now=NOW)
    assert preview_voiding(member=members[0]).reviews == 1
    void(members[0])
    score_all([make_member(campaign)], 3)
    settle(campaign)
    again = BatchReview.objects.get(superseded=False)
    assert (again.decision, again.batch_id) == (Decision.PENDING, first.batch_id)
    decide_batch(review=again, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    does = void(members[1])
    assert (does.reviews, does.extended, Batch.objects.count()) == (0, 1, 2)
    again.refresh_from_db()
    assert (again.superseded, again.decision) == (False, Decision.EXTEND)
    assert broken(campaign) == []


def test_a_withdrawn_pair_stays_withdrawn_and_an_example_is_named() -> None:
    campaign, (one, _) = agreed_campaign(pairs=2)
    add_example(pair=Pair.objects.get(rank=1), relevance=3, note="", actor="lead", now=NOW)
    fresh, members = opened_campaign("other", people=2, pairs=2)
    for seat in claim(members[0], 2):
        submit(members[0], seat, 1)
    pair = Pair.objects.select_related("campaign", "query", "batch__protocol").get(campaign=fresh, rank=1)
    withdraw_pair(pair=pair, actor="lead", reason="unfit", now=NOW)
    assert preview_voiding(member=one).examples == 1
    assert void(members[0]) == Voiding(scores=2, replacements=1)
    assert Seat.objects.filter(pair=pair, superseded=False, annotator=members[0]).count() == 0
    assert broken(fresh) == []


def test_unscored_seats_stay_with_the_person() -> None:
    _, (one, _) = opened_campaign(people=2, pairs=3)
    seats = claim(one, 3)
    submit(one, seats[0], 2)
    assert void(one).scores == 1
    assert [seat.pk for seat in claim(one, 2)] == [seat.pk for seat in seats[1:]]


@pytest.mark.parametrize("fields", [{"reason": ""}, {"seen": Voiding(scores=1)}])
def test_without_a_reason_or_with_other_figures_than_seen_nothing_is_voided(fields) -> None:
    _, (one, _) = agreed_campaign()
    with pytest.raises(Changed if "seen" in fields else BadInput):
        void(one, **fields)
    assert Seat.objects.filter(superseded=True).count() == 0


def test_the_others_own_agreement_counts_a_pair_once_whatever_is_voided() -> None:
    campaign, (one, two) = agreed_campaign(pairs=20)
    agreement = own_agreement(two)
    void(one)
    score_all([make_member(campaign)], 4)
    settle(campaign)
    assert Verdict.objects.count() == 40
    assert (own_agreement(two), own_agreement(one)) == (agreement, agreement)


@pytest.mark.slow
def test_whoever_is_voided_whenever_every_pair_is_decided_in_the_end() -> None:
    chance = random.Random(0)
    campaign, members = opened_campaign(people=6, queries=2, pairs=4, protocol=SMALL, follow_suggestions=True)
    now = NOW
    for _ in range(4):
        for member in members:
            for seat in claim(member, chance.randint(0, 4), now=now):
                submit(member, seat, chance.randint(0, 4), now=now)
        now += timedelta(minutes=5)
        settle(campaign, now=now)
        void(chance.choice(members), now=now)
        assert broken(campaign, now) == []
        members.append(make_member(campaign))
    members += [make_member(campaign) for _ in range(6)]
    for _ in range(6):
        now += timedelta(hours=2)
        score_all(members, lambda pair, member: chance.randint(2, 3), now=now)
        settle(campaign, now=now)
    assert unfinished(campaign) == {}
    assert broken(campaign, now) == []
