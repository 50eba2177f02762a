"""Scores that come too late: refused by a code, paid once, and never paid to who had no such seat."""

from datetime import timedelta

import pytest

from annotator.models import Role, Score, Seat, SeatLoss, SeatState, Standing, WorkEvent, WorkKind
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.queue import fill_queue
from annotator.seats.services.standings import set_standing
from annotator.seats.services.superseding import release_pairs, restart_pairs
from tests.factories import NOW, claim, entry, make_member, opened_campaign, submit

pytestmark = pytest.mark.django_db
LATE = NOW + timedelta(hours=2)


def events() -> list[tuple[str, str, int | None]]:
    return list(WorkEvent.objects.order_by("pk").values_list("kind", "key", "shown_ms"))


@pytest.fixture
def taken():
    """One held a seat, went silent, and three took it; the seat, who lost it, who has it."""
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 3)
    claim(two, 4)
    claim(two, 0, now=LATE)
    claim(three, 4, now=LATE)
    return held, one, three


def test_who_lost_a_held_seat_is_remembered_and_who_lost_a_reserved_one_is_not(taken) -> None:
    held, one, _ = taken
    losses = SeatLoss.objects.order_by("pk").values_list("seat", "annotator", "held_at")
    assert sorted(losses) == sorted((seat.pk, one.pk, NOW) for seat in held)
    assert Seat.objects.filter(pk__in=[seat.pk for seat in held], shown_at=None, held_at=LATE).count() == 3


def test_a_score_for_a_seat_that_went_to_somebody_else_is_refused_and_paid(taken) -> None:
    held, one, three = taken
    result = submit(one, held[0], 3, key="k", now=LATE, ago_ms=5_400_000, shown_ms=4000)
    assert (result.status, result.code, result.relevance) == ("refused", "reassigned", None)
    assert not Score.objects.exists()
    event = WorkEvent.objects.get()
    assert (event.annotator, event.kind, event.key, event.seat) == (one, WorkKind.LATE, "k", held[0])
    assert (event.worked_at, event.shown_ms) == (NOW + timedelta(minutes=30), 4000)
    assert submit(three, held[0], 1, now=LATE).status == "saved"


def test_the_same_key_again_is_answered_the_same_and_paid_once(taken) -> None:
    held, one, _ = taken
    first = [submit(one, held[0], 3, key="k", now=LATE) for _ in range(2)]
    results = submit_scores(member=one, entries=[entry(held[0], 3, key="k")] * 2, now=LATE + timedelta(days=1))
    assert {(result.status, result.code, result.detail) for result in [*first, *results]} == {
        ("refused", "reassigned", "seat: no longer yours; its score is not needed")
    }
    assert len(events()) == 1


def test_one_seat_is_paid_once_whatever_the_keys(taken) -> None:
    held, one, _ = taken
    results = submit_scores(member=one, entries=[entry(held[0], 3, key=f"k{n}") for n in range(9)], now=LATE)
    assert {result.code for result in results} == {"reassigned"}
    assert events() == [("late", "k0", 1000)]


def test_a_late_key_stays_refused_when_the_person_gets_the_seat_again(taken) -> None:
    held, one, _ = taken
    submit(one, held[0], 3, key="k", now=LATE)
    Seat.objects.filter(pk=held[0].pk).update(annotator=one, state=SeatState.HELD, held_at=LATE)
    assert submit(one, held[0], 3, key="k", now=LATE).code == "reassigned"
    assert submit(one, held[0], 3, key="another", now=LATE).status == "saved"


def test_no_account_of_time_reaches_beyond_the_delivery(taken) -> None:
    held, one, _ = taken
    submit(one, held[0], 3, now=LATE, ago_ms=366 * 86_400_000, shown_ms=2**31 - 1)
    event = WorkEvent.objects.get()
    assert (event.worked_at, event.shown_ms) == (NOW, 7_200_000)


def test_a_made_up_or_foreign_seat_is_refused_plainly_and_not_paid(taken) -> None:
    held, one, three = taken
    own = Seat.objects.filter(annotator=one, state=SeatState.RESERVED).first() or Seat()
    made_up = Seat(public_id="00000000-0000-4000-8000-000000000000")
    stranger = make_member(three.campaign)
    results = {submit(stranger, seat, 3, now=LATE) for seat in (held[0], held[1], made_up, own)}
    assert {(result.code, result.detail) for result in results} == {
        ("bad_entry", "seat: not yours, or no longer yours")
    }
    assert events() == []


def test_a_reserved_seat_that_was_lost_is_foreign() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    claim(one, 1)
    reserved = Seat.objects.filter(annotator=one, state=SeatState.RESERVED).first()
    claim(two, 4)
    claim(two, 0, now=LATE)
    claim(three, 4, now=LATE)
    assert submit(one, reserved, 3, now=LATE).code == "bad_entry"
    assert events() == []


def test_a_withdrawn_pair_is_named_and_paid_once() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    release_pairs(pairs=[seat.pair])
    results = [submit(one, seat, 3, key=key, now=NOW + timedelta(seconds=9)) for key in ("k", "k", "j")]
    assert {(result.status, result.code) for result in results} == {("refused", "withdrawn")}
    assert events() == [("late", "k", 1000)]


@pytest.mark.parametrize("decide", [release_pairs, restart_pairs])
def test_a_lead_s_decision_on_a_scored_pair_changes_no_answer(decide) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    submit(one, seat, 3, key="first")
    decide(pairs=[seat.pair])
    assert submit(one, seat, 1, key="second", replaces="first").status == "changed"
    assert submit(one, seat, 3, key="first").status == "duplicate"
    after = NOW + timedelta(minutes=2)
    assert submit(one, seat, 2, key="third", replaces="second", now=after).code == "final"
    assert events() == []


def test_a_restarted_pair_counts_as_reassigned_and_is_paid() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    restart_pairs(pairs=[seat.pair])
    result = submit(one, seat, 3, key="a")
    assert (result.code, result.detail) == ("reassigned", "seat: no longer yours; its score is not needed")
    assert [key for _, key, _ in events()] == ["a"]


def test_who_was_suspended_and_is_back_is_paid_for_what_they_held() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 2)
    set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="test")
    claim(three, 4)
    set_standing(member=one, standing=Standing.QUALIFIED, now=NOW, actor="test")
    assert [submit(one, seat, 3).code for seat in held] == ["reassigned", "reassigned"]
    assert len(events()) == 2


def test_a_seat_that_was_let_go_and_that_nobody_took_counts_as_reassigned_once() -> None:
    _, (one, _) = opened_campaign(pairs=4)
    held = claim(one, 1)[0]
    set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="test")
    set_standing(member=one, standing=Standing.QUALIFIED, now=NOW, actor="test")
    assert submit(one, held, 3).code == "reassigned"


def test_losing_a_seat_twice_is_one_loss() -> None:
    _, (one, _) = opened_campaign(pairs=4)
    for _ in range(2):
        claim(one, 4)
        set_standing(member=one, standing=Standing.SUSPENDED, now=NOW, actor="test")
        set_standing(member=one, standing=Standing.QUALIFIED, now=NOW, actor="test")
        one.refresh_from_db()
    assert SeatLoss.objects.count() == 4


def test_a_lead_who_never_held_anything_loses_nothing() -> None:
    campaign, _ = opened_campaign()
    lead = make_member(campaign, role=Role.LEAD)
    assert fill_queue(member=lead, now=NOW) == 0
    assert not SeatLoss.objects.exists()
