"""Submitting scores: stored once, refused by name, changed within the grace period (I1, R12)."""

from datetime import timedelta

import pytest

from annotator.models import Score, Seat, SeatState
from annotator.scoring.services.finalising import finalise_scores
from annotator.scoring.services.scoring import submit_scores
from tests.factories import NOW, claim, entry, opened_campaign, settle, submit
from tests.rule_tables import numbers, worked_table

pytestmark = pytest.mark.django_db


def stored(seat: Seat) -> list[tuple[int, bool]]:
    return list(Score.objects.filter(seat=seat).order_by("pk").values_list("relevance", "current"))


def test_a_score_is_stored_with_its_value() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    result = submit(one, seat, 3)
    assert (result.status, result.relevance, result.changeable_until) == ("saved", 3, NOW + timedelta(seconds=60))
    assert stored(seat) == [(3, True)]
    assert Seat.objects.get(pk=seat.pk).state == SeatState.SCORED


def test_a_known_key_answers_duplicate_and_stores_nothing() -> None:
    _, (one, _) = opened_campaign()
    first, second = claim(one)[:2]
    submit(one, first, 3, key="k")
    for seat, relevance in ((first, 3), (first, 1), (second, 4)):
        result = submit(one, seat, relevance, key="k")
        assert (result.status, result.relevance, result.seat) == ("duplicate", 3, str(first.public_id))
    assert (stored(first), stored(second)) == ([(3, True)], [])


def test_two_people_may_use_one_key() -> None:
    _, members = opened_campaign()
    assert [submit(member, claim(member)[0], 3, key="k").status for member in members] == ["saved", "saved"]


def test_the_same_value_under_another_key_is_a_duplicate() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3)
    assert submit(one, seat, 3).status == "duplicate"
    assert stored(seat) == [(3, True)]


def test_another_value_without_replaces_is_refused_with_the_stored_one() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3)
    result = submit(one, seat, 1)
    assert (result.status, result.relevance) == ("refused", 3)
    assert result.detail == "relevance 3 is stored; to change it, name its key in replaces"
    assert stored(seat) == [(3, True)]


def test_another_value_with_the_wrong_replaces_is_refused() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, key="k1")
    assert (
        submit(one, seat, 1, replaces="k0").detail == "relevance 3 is stored under another key than the one in replaces"
    )
    assert stored(seat) == [(3, True)]


def test_a_change_replaces_the_score_and_keeps_the_old_one() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, key="k1")
    result = submit(one, seat, 1, key="k2", replaces="k1", now=NOW + timedelta(seconds=30))
    assert (result.status, result.relevance, result.changeable_until) == ("changed", 1, NOW + timedelta(seconds=60))
    assert stored(seat) == [(3, False), (1, True)]
    again = submit(one, seat, 3, key="k1")
    assert (again.status, again.detail) == ("duplicate", "stored as 3, replaced since")


@pytest.mark.parametrize(("change", "settled", "outcome"), worked_table("R12"))
def test_the_worked_table_of_r12_holds(change: str, settled: str, outcome: str) -> None:
    campaign, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, key="k1")
    for second in numbers(settled):
        if second is not None:
            finalise_scores(campaign=campaign, now=NOW + timedelta(seconds=second))
    later = NOW + timedelta(seconds=numbers(change)[0] or 0)
    result = submit(one, seat, 1, replaces="k1", now=later)
    assert result.status == ("changed" if outcome == "taken" else "refused")
    assert stored(seat)[-1] == ((1, True) if outcome == "taken" else (3, True))


def test_a_settled_score_is_final() -> None:
    campaign, members = opened_campaign(pairs=1)
    seats = [claim(member)[0] for member in members]
    for member, seat in zip(members, seats, strict=True):
        submit(member, seat, 3, key="k1")
    settle(campaign)
    late = NOW + timedelta(seconds=90)
    assert submit(members[0], seats[0], 1, replaces="k1", now=late).detail == "relevance 3 is stored and final"


def test_a_released_seat_is_refused() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    Seat.objects.filter(pk=seat.pk).update(state=SeatState.RELEASED)
    assert submit(one, seat, 3).detail == "seat: withdrawn; its score is no longer wanted"
    assert stored(seat) == []


def test_a_superseded_seat_is_refused() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    Seat.objects.filter(pk=seat.pk).update(superseded=True)
    assert submit(one, seat, 3).detail == "seat: withdrawn; its score is no longer wanted"


def test_somebody_elses_seat_is_refused_like_one_that_does_not_exist() -> None:
    _, (one, two) = opened_campaign()
    foreign = claim(two)[0]
    missing = Seat(public_id="00000000-0000-4000-8000-000000000000")
    details = {submit(one, seat, 3).detail for seat in (foreign, missing)}
    assert details == {"seat: not yours, or no longer yours"}
    assert stored(foreign) == []


@pytest.mark.parametrize("value", [None, True, "3", 3.5, -1, 5])
def test_a_value_that_is_no_score_is_refused_by_name_and_not_stored(value: object) -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    result = submit(one, seat, value)
    assert (result.status, result.detail) == ("refused", "relevance: expected an integer from 0 to 4")
    assert (stored(seat), Seat.objects.get(pk=seat.pk).state) == ([], SeatState.HELD)


def test_one_bad_entry_does_not_hinder_the_others() -> None:
    _, (one, _) = opened_campaign()
    seats = claim(one)
    entries = [entry(seats[0], 3), entry(seats[1], 9), "nonsense", entry(seats[2], 0)]
    results = submit_scores(member=one, entries=entries, now=NOW)
    assert [result.status for result in results] == ["saved", "refused", "refused", "saved"]
    assert [stored(seat) for seat in seats] == [[(3, True)], [], [(0, True)]]


def test_a_score_and_its_change_may_come_in_one_request() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    entries = [entry(seat, 3, key="a"), entry(seat, 2, key="b", replaces="a"), entry(seat, 3, key="a")]
    results = submit_scores(member=one, entries=entries, now=NOW)
    assert [result.status for result in results] == ["saved", "changed", "duplicate"]
    assert stored(seat) == [(3, False), (2, True)]


def test_a_reserved_seat_that_was_never_delivered_may_be_scored_by_its_owner() -> None:
    _, (one, _) = opened_campaign()
    claim(one, 1)
    reserved = Seat.objects.filter(annotator=one, state=SeatState.RESERVED).first()
    assert reserved is not None
    assert submit(one, reserved, 2).status == "saved"
