"""Annotators decide on captions one at a time, are paid for it, and never see the truth of what they may mark."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.models import Ask, DerivedAsk, Membership, Seat, WorkEvent
from annotator.seats.selectors.queue import unmet
from consensus.derived.judging import Judgement
from consensus.derived.services.judging import UnknownDerived, judge_derived, next_to_judge
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW, make_campaign, make_member

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(seconds=40)
AFTER_LEASE = NOW + timedelta(seconds=3601)


@pytest.fixture
def campaign() -> Campaign:
    return decided_campaign()


def people(campaign: Campaign, count: int) -> list[Membership]:
    found = [make_member(campaign) for _ in range(count)]
    for member in found:
        member.campaign = campaign
    return found


def caption(number: int = 1, **fields) -> DerivedAsk:
    given = {"task": "ca", "text": "A man sits.", "requester": "L9", "made_at": NOW} | fields
    return DerivedAsk.objects.create(ask=Ask.objects.get(number=number), **given)


def accepting(key: str = "k1", **fields) -> Judgement:
    return Judgement("accept", key, **fields)


def test_a_person_accepts_what_they_were_given_and_it_counts(campaign):
    made, (member,) = caption(), people(campaign, 1)
    assert next_to_judge(member=member, now=NOW) == made
    judgement = accepting(text="A man sits on a bench.", shown_ms=9_000)
    assert judge_derived(member=member, number=made.pk, judgement=judgement, now=LATER)
    made.refresh_from_db()
    assert (made.state, made.actor, made.text) == ("accepted", member.pseudonym, "A man sits on a bench.")
    event = WorkEvent.objects.get(kind="caption")
    assert (event.annotator, event.worked_at, event.shown_ms) == (member, LATER, 9_000)
    assert LedgerEntry.objects.filter(campaign=campaign).order_by("number").last().kind == "derived_accepted"


def test_the_same_key_stores_nothing_twice(campaign):
    made, (member,) = caption(), people(campaign, 1)
    next_to_judge(member=member, now=NOW)
    assert judge_derived(member=member, number=made.pk, judgement=accepting(), now=NOW)
    assert not judge_derived(member=member, number=made.pk, judgement=accepting(), now=LATER)
    assert WorkEvent.objects.filter(kind="caption").count() == 1


def test_a_rejection_needs_a_reason_and_lets_another_caption_be_made(campaign):
    made, (member,) = caption(), people(campaign, 1)
    next_to_judge(member=member, now=NOW)
    with pytest.raises(BadInput, match="reason: say why"):
        Judgement("reject", "k1", reason=" ")
    judge_derived(member=member, number=made.pk, judgement=Judgement("reject", "k1", reason="no man"), now=NOW)
    made.refresh_from_db()
    assert made.state == "rejected"
    again = caption(text="A woman sits.")
    assert next_to_judge(member=member, now=LATER) == again


def test_nobody_gets_what_they_wrote_marked_or_requested(campaign):
    caption()
    seated = list(Membership.objects.filter(campaign=campaign, role="annotator").order_by("pk"))
    for member in seated:
        member.campaign = campaign
        assert next_to_judge(member=member, now=NOW) is None
    (member,) = people(campaign, 1)
    DerivedAsk.objects.update(requester=member.pseudonym)
    assert next_to_judge(member=member, now=NOW) is None


def test_nobody_sees_a_truth_of_a_video_on_which_they_still_mark(campaign):
    made, (member,) = caption(), people(campaign, 1)
    busy = Seat.objects.create(
        campaign=campaign, pair=Ask.objects.get(number=2).pair, attempt=2, round=1, number=2, state="held",
        annotator=member,
    )  # fmt: skip
    assert next_to_judge(member=member, now=NOW) is None
    busy.delete()
    assert next_to_judge(member=member, now=NOW) == made


def test_who_saw_a_truth_never_gets_a_seat_on_its_question(campaign):
    made, (member,) = caption(), people(campaign, 1)
    pair = made.ask.pair
    pair.attempt = 2  # the question is marked again
    pair.save()
    Seat.objects.create(campaign=campaign, pair=pair, attempt=2, round=1, number=2)
    free = Seat.objects.filter(pair=pair, state="open")
    assert unmet(free, member).exists()
    next_to_judge(member=member, now=NOW)
    assert not unmet(free, member).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(
            campaign=campaign, pair=pair, attempt=2, round=2, number=1, state="reserved", annotator=member
        )


def test_two_people_get_different_ones_and_each_keeps_theirs(campaign):
    first, second = caption(1), caption(2)
    one, two = people(campaign, 2)
    assert next_to_judge(member=one, now=NOW) == first
    assert next_to_judge(member=two, now=NOW) == second
    assert next_to_judge(member=one, now=LATER) == first
    with pytest.raises(UnknownDerived):
        judge_derived(member=one, number=second.pk, judgement=accepting(), now=LATER)


def test_a_person_has_one_in_hand_at_a_time_in_the_database(campaign):
    first, second = caption(1), caption(2)
    (member,) = people(campaign, 1)
    next_to_judge(member=member, now=NOW)
    assert DerivedAsk.objects.get(holder=member) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        DerivedAsk.objects.filter(pk=second.pk).update(holder=member, held_at=NOW)


def test_after_the_lease_it_goes_to_somebody_else_and_a_late_decision_is_refused(campaign):
    made = caption()
    one, two = people(campaign, 2)
    next_to_judge(member=one, now=NOW)
    assert next_to_judge(member=two, now=LATER) is None
    assert next_to_judge(member=two, now=AFTER_LEASE) == made
    with pytest.raises(UnknownDerived):
        judge_derived(member=one, number=made.pk, judgement=accepting(), now=AFTER_LEASE)
    assert DerivedAsk.objects.get().state == "waiting"


@pytest.mark.parametrize("standing", ["training", "exam", "suspended"])
def test_only_qualified_people_get_any(campaign, standing):
    caption()
    member = make_member(campaign, standing=standing)
    member.campaign = campaign
    assert next_to_judge(member=member, now=NOW) is None


def test_what_a_lead_decided_meanwhile_stays_decided(campaign):
    made, (member,) = caption(), people(campaign, 1)
    next_to_judge(member=member, now=NOW)
    DerivedAsk.objects.update(state="rejected", actor="L1", decided_at=NOW)
    with pytest.raises(UnknownDerived):
        judge_derived(member=member, number=made.pk, judgement=accepting(), now=LATER)
    assert next_to_judge(member=member, now=LATER) is None


def test_a_campaign_that_grades_has_none():
    campaign = make_campaign("films")
    (member,) = people(campaign, 1)
    with pytest.raises(BadInput, match="for marking campaigns"):
        next_to_judge(member=member, now=NOW)
