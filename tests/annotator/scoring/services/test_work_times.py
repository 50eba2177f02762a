"""When a score's work was done, when a clip was first shown, and how a refusal is coded."""

from datetime import timedelta

import pytest
from django.db import connection

from annotator.desk.services.claiming import claim_seats
from annotator.models import Score, Seat
from annotator.scoring.services.scoring import submit_scores
from tests.factories import NOW, claim, entry, make_member, opened_campaign, settle, submit

pytestmark = pytest.mark.django_db


def after(seconds: float):
    return NOW + timedelta(seconds=seconds)


def test_a_score_is_worked_when_it_was_pressed() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, now=after(100), ago_ms=30_500, shown_ms=4000, plays=2)
    score = Score.objects.get()
    assert (score.worked_at, score.saved_at, score.shown_ms, score.plays) == (after(69.5), after(100), 4000, 2)
    assert Seat.objects.get(pk=seat.pk).shown_at == after(65.5)


def test_a_score_of_last_night_comes_in_this_morning() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    assert submit(one, seat, 3, now=after(40_000), ago_ms=36_000_000).status == "saved"
    assert Score.objects.get().worked_at == after(4000)


@pytest.mark.parametrize("ago_ms", [100_000, 31_622_400_000])
def test_nothing_is_worked_before_its_delivery(ago_ms: int) -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, now=after(60), ago_ms=ago_ms, shown_ms=900_000)
    score = Score.objects.get()
    assert (score.worked_at, score.shown_ms) == (NOW, 60_000)
    assert Seat.objects.get(pk=seat.pk).shown_at == NOW


def test_without_a_word_a_score_was_pressed_now_and_shown_then() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    submit(one, seat, 3, now=after(9), shown_ms=None)
    assert Score.objects.get().worked_at == after(9)
    assert Seat.objects.get(pk=seat.pk).shown_at == after(9)


def test_grace_runs_from_the_save_and_not_from_the_press() -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    assert submit(one, seat, 3, now=after(500), ago_ms=400_000).changeable_until == after(560)


def test_what_was_shown_is_noted_once_and_for_its_person_alone() -> None:
    _, (one, two) = opened_campaign()
    mine, other = claim(one)[0], claim(two)[0]
    ids = [mine.public_id, other.public_id, mine.public_id]
    claim_seats(member=one, count=3, now=after(5), shown=ids)
    submit_scores(member=one, entries=[], now=after(9), shown=ids)
    assert [Seat.objects.get(pk=seat.pk).shown_at for seat in (mine, other)] == [after(5), None]
    submit(one, mine, 3, now=after(20), shown_ms=18_000)
    assert Seat.objects.get(pk=mine.pk).shown_at == after(5)


def test_what_is_shown_beside_scores_is_noted_after_them() -> None:
    _, (one, _) = opened_campaign()
    first, second = claim(one)[:2]
    ids = [first.public_id, second.public_id]
    submit_scores(member=one, entries=[entry(first, 3, shown_ms=4000)], now=after(10), shown=ids)
    assert [Seat.objects.get(pk=seat.pk).shown_at for seat in (first, second)] == [after(6), after(10)]


def test_who_is_paused_may_say_what_was_shown() -> None:
    campaign, (one, _) = opened_campaign()
    seat = claim(one)[0]
    campaign.status = "paused"
    campaign.save()
    one.refresh_from_db()
    claim_seats(member=one, count=3, now=after(5), shown=[seat.public_id])
    assert Seat.objects.get(pk=seat.pk).shown_at == after(5)


def test_each_refusal_has_its_code() -> None:
    campaign, (one, two) = opened_campaign(pairs=3)
    seat, other = claim(one)[:2]
    assert submit(one, seat, 3, key="k").code is None
    assert submit(one, seat, 3, key="k").code is None
    assert submit(one, seat, 1).code == "other_value"
    assert submit(one, seat, 1, replaces="wrong").code == "other_value"
    assert submit(one, seat, 1, replaces="k", now=after(60)).code == "final"
    assert submit(one, other, 9).code == "bad_entry"
    assert submit(make_member(campaign), other, 3).code == "bad_entry"
    for mine in claim(two):
        submit(two, mine, 3)
    settle(campaign)
    assert submit(one, seat, 1, replaces="k", now=after(90)).code == "final"


@pytest.mark.parametrize(("count", "on_postgres"), [(1, 1), (5, 2)])
def test_many_scores_take_few_queries_each_and_two_in_all(
    count: int, on_postgres: int, django_assert_num_queries
) -> None:
    _, (one, _) = opened_campaign()
    entries = [entry(seat, 3) for seat in claim(one, count)]
    # Lease, seats with whether a key is known, then of each a seat and a score. PostgreSQL takes the lease with the
    # seats, and what is stored last before COMMIT.
    queries = on_postgres if connection.vendor == "postgresql" else 2 + 2 * count
    with django_assert_num_queries(queries):
        submit_scores(member=one, entries=entries, now=NOW)
