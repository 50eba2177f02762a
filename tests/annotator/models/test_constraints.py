"""I1–I3 hold in the database, whatever code writes to it."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from annotator.models import Purpose, Role, Score, Seat, SeatState, Share
from moments.models import LedgerEntry
from tests.factories import NOW, claim, make_campaign, make_member, opened_campaign, sitting_for, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    _, (one, _) = opened_campaign(pairs=2)
    return claim(one)[0]


def refused(write) -> bool:
    try:
        with transaction.atomic():
            write()
    except (IntegrityError, DatabaseError):
        return True
    return False


def another(seat: Seat, **fields) -> Seat:
    values = {
        "campaign_id": seat.campaign_id,
        "pair_id": seat.pair_id,
        "attempt": seat.attempt,
        "round": 2,
        "number": 1,
        **fields,
    }
    return Seat(**values)


def score(seat: Seat, **fields) -> Score:
    values = {
        "seat": seat,
        "annotator_id": seat.annotator_id,
        "key": "k",
        "relevance": 2,
        "saved_at": NOW,
        "worked_at": NOW,
        "changeable_until": NOW,
        **fields,
    }
    return Score(**values)


def test_a_place_is_made_once(seat: Seat) -> None:
    assert refused(another(seat, round=1, number=seat.number).save)


def test_a_superseded_place_may_be_made_anew(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(superseded=True)
    another(seat, round=1, number=seat.number).save()
    assert Seat.objects.filter(pair=seat.pair_id, round=1, number=seat.number).count() == 2


@pytest.mark.parametrize("fields", [{"round": 3}, {"round": 0}, {"number": 3}, {"number": 0}, {"attempt": 0}])
def test_rounds_numbers_and_attempts_are_bounded(seat: Seat, fields) -> None:
    assert refused(another(seat, **fields).save)


def test_a_person_sits_once_on_a_pair_even_where_superseded(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(superseded=True)
    assert refused(another(seat, annotator_id=seat.annotator_id, state=SeatState.HELD).save)


def test_a_silent_repeat_seats_the_same_person_again(seat: Seat) -> None:
    another(seat, annotator_id=seat.annotator_id, state=SeatState.HELD, purpose=Purpose.REPEAT).save()
    assert Seat.objects.filter(pair=seat.pair_id, annotator=seat.annotator_id).count() == 2


@pytest.mark.parametrize("purpose", [Purpose.EXAM, Purpose.GOLD])
def test_who_met_a_pair_before_is_not_seated_on_it(seat: Seat, purpose: Purpose) -> None:
    member = make_member(seat.campaign)
    another(
        seat, annotator=member, state=SeatState.SETTLED, purpose=purpose, sitting=sitting_for(member, purpose)
    ).save()
    assert refused(another(seat, annotator=member, state=SeatState.HELD).save)
    free = another(seat)
    free.save()
    assert refused(lambda: Seat.objects.filter(pk=free.pk).update(annotator=member, state=SeatState.HELD))


def test_a_lead_and_a_stranger_are_not_seated(seat: Seat) -> None:
    lead = make_member(seat.campaign, role=Role.LEAD)
    stranger = make_member(make_campaign("other"))
    for member in (lead, stranger):
        assert refused(another(seat, annotator=member, state=SeatState.HELD).save)


@pytest.mark.parametrize(("state", "owned"), [("open", True), ("held", False), ("scored", False), ("lost", True)])
def test_a_seats_owner_fits_its_state(seat: Seat, state: str, owned: bool) -> None:
    member = make_member(seat.campaign) if owned else None
    assert refused(another(seat, annotator=member, state=state).save)


def test_the_two_shares_of_a_batch_have_two_people(seat: Seat) -> None:
    other = Share.objects.exclude(annotator=seat.annotator).get(batch=seat.pair.batch)
    assert refused(lambda: Share.objects.filter(pk=other.pk).update(annotator=seat.annotator))


@pytest.mark.parametrize("relevance", [-1, 5])
def test_a_score_lies_on_the_scale(seat: Seat, relevance: int) -> None:
    assert refused(score(seat, relevance=relevance).save)


def test_a_seat_has_one_current_score(seat: Seat) -> None:
    score(seat).save()
    assert refused(score(seat, key="other").save)


def test_a_key_is_stored_once_a_person(seat: Seat) -> None:
    score(seat, current=False).save()
    assert refused(score(seat).save)


def test_only_a_current_score_is_final(seat: Seat) -> None:
    assert refused(score(seat, current=False, final=True).save)


def test_the_ledger_is_append_only(seat: Seat) -> None:
    entries = LedgerEntry.objects.filter(campaign=seat.campaign)
    assert refused(lambda: entries.update(kind="nothing"))
    assert refused(lambda: entries.all().delete())


def test_the_ledger_does_not_fork(seat: Seat) -> None:
    last = LedgerEntry.objects.filter(campaign=seat.campaign).latest("number")
    fork = LedgerEntry(
        campaign=seat.campaign,
        number=last.number + 1,
        at=NOW,
        kind="x",
        actor="x",
        payload="{}",
        previous_hash=last.previous_hash,
        hash="0" * 64,
    )
    assert refused(fork.save)


def test_the_constraints_do_not_hinder_work(seat: Seat) -> None:
    assert submit(seat.annotator, seat, 3).status == "saved"
