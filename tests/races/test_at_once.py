"""Many at once, on real connections: nothing twice, nothing lost (I1–I4). Runs on both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Score, Seat, SeatState
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from annotator.seats.services.queue import fill_queues
from consensus.models import BatchReview, Decision, Verdict
from consensus.opening.services import open_campaign
from consensus.review.services.reviewing import decide_batch
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Batch
from tests.factories import NOW, claim, entry, make_campaign, make_query, opened_campaign, score_all, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
LATER = NOW + timedelta(seconds=70)


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What each job returned or raised, all begun together."""
    barrier = threading.Barrier(len(jobs))
    results: list[object] = [None] * len(jobs)

    def run(place: int, job: Callable[[], object]) -> None:
        barrier.wait()
        try:
            results[place] = job()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def no_breaches(campaign) -> bool:
    return list(breaches(campaign, now=NOW + timedelta(hours=1), sweep_s=5)) == []


def test_a_crowd_claims_and_nobody_sits_twice() -> None:
    campaign, members = opened_campaign(people=6, queries=3)
    results = at_once(*[lambda member=member: claim(member, 20) for member in members for _ in range(2)])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert Seat.objects.exclude(state=SeatState.OPEN).count() == 120
    held = Seat.objects.exclude(annotator=None).values_list("pair", "annotator")
    assert len(set(held)) == len(held)
    assert no_breaches(campaign)


def test_single_seats_go_to_one_of_those_who_claim_at_once() -> None:
    """Seats that no share holds are taken one by one: their own UPDATE decides who has them."""
    campaign, members = opened_campaign(people=6, queries=3, pairs=10)
    Seat.objects.update(share=None)
    campaign.shares.all().delete()
    results = at_once(*[lambda member=member: claim(member, 20) for member in members])
    assert [result for result in results if isinstance(result, Exception)] == []
    holder_of = {seat.pk: member.pk for member, seats in zip(members, results, strict=True) for seat in seats}
    assert len(holder_of) == sum(len(seats) for seats in results)
    assert dict(Seat.objects.filter(state=SeatState.HELD).values_list("pk", "annotator")) == holder_of


def test_one_key_sent_many_times_at_once_is_stored_once() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    body = entry(claim(one)[0], 3, key="k")
    results = at_once(*[lambda: submit_scores(member=one, entries=[body], now=NOW) for _ in range(8)])
    statuses = sorted(result[0].status for result in results if isinstance(result, list))
    assert statuses == ["duplicate"] * 7 + ["saved"]
    assert Score.objects.count() == 1


def test_two_values_for_one_seat_at_once_leave_one_and_tell_the_other() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    bodies = [entry(seat, value, key=f"k{value}") for value in (0, 4)]
    results = at_once(*[lambda body=body: submit_scores(member=one, entries=[body], now=NOW) for body in bodies])
    relevance_by_status = {result[0].status: result[0].relevance for result in results if isinstance(result, list)}
    stored = Score.objects.get().relevance
    assert relevance_by_status == {"saved": stored, "refused": stored}


def test_changes_of_one_score_at_once_leave_one_current() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    submit_scores(member=one, entries=[entry(seat, 2, key="first")], now=NOW)
    bodies = [entry(seat, value, replaces="first") for value in (0, 1, 3, 4)]
    results = at_once(*[lambda body=body: submit_scores(member=one, entries=[body], now=NOW) for body in bodies])
    statuses = sorted(result[0].status for result in results if isinstance(result, list))
    assert statuses == ["changed", "refused", "refused", "refused"]
    assert Score.objects.filter(current=True).count() == 1


def test_a_change_and_the_sweep_at_once_agree_on_what_counts() -> None:
    campaign, members = opened_campaign(pairs=10)
    bodies = []
    for member in members:
        for seat in claim(member, 10):
            submit_scores(member=member, entries=[entry(seat, 2, key=str(seat.pk))], now=NOW)
            bodies.append((member, entry(seat, 3, replaces=str(seat.pk))))

    def change() -> list[Submitted]:
        moment = NOW + timedelta(seconds=59.9)
        return [submit_scores(member=member, entries=[body], now=moment)[0] for member, body in bodies]

    at_once(
        change,
        lambda: settle_campaign(campaign=campaign, now=LATER),
        lambda: settle_campaign(campaign=campaign, now=LATER),
    )
    settle_campaign(campaign=campaign, now=LATER)
    assert Verdict.objects.count() == 10
    assert no_breaches(campaign)


def test_sweeps_at_once_make_each_verdict_once() -> None:
    campaign, members = opened_campaign(people=4, queries=2, pairs=40, follow_suggestions=True)
    score_all(members, lambda pair, member: (pair.rank + member.pk) % 5)
    results = at_once(*[lambda: settle_campaign(campaign=campaign, now=LATER) for _ in range(4)])
    assert [result for result in results if isinstance(result, Exception)] == []
    settle_campaign(campaign=campaign, now=LATER)
    rounds = Seat.objects.filter(round=2).count()
    assert Verdict.objects.count() + rounds // 2 == 40
    assert no_breaches(campaign)


def test_two_leads_decide_once() -> None:
    campaign, members = opened_campaign(pairs=40)
    score_all(members, 3)
    settle(campaign)

    def decide(decision: Decision, actor: str) -> object:
        review = BatchReview.objects.get(campaign=campaign)
        return decide_batch(review=review, decision=decision, actor=actor, note="", now=LATER)

    results = at_once(
        *[lambda place=place: decide((Decision.EXTEND, Decision.CLOSE)[place % 2], str(place)) for place in range(4)]
    )
    assert sum(isinstance(result, BadInput) for result in results) == 3
    assert sum(isinstance(result, Exception) for result in results) == 3
    decision = BatchReview.objects.get(campaign=campaign).decision
    assert Batch.objects.count() == (2 if decision == Decision.EXTEND else 1)
    assert no_breaches(campaign)


def test_what_one_let_go_goes_to_one_of_those_who_want_it() -> None:
    campaign, (one, two, *others) = opened_campaign(people=6, pairs=10)
    claim(one, 10)
    claim(two, 10)
    late = NOW + timedelta(hours=2)
    claim_seats(member=two, count=0, now=late)
    results = at_once(*[lambda member=member: claim(member, 10, now=late) for member in others])
    assert sorted(len(result) for result in results if isinstance(result, list)) == [0, 0, 0, 10]
    assert not Seat.objects.filter(annotator=one).exists()
    assert no_breaches(campaign)


def test_opening_twice_at_once_opens_once_and_says_so() -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=5)
    results = at_once(
        *[lambda: open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test") for _ in range(3)]
    )
    assert sorted(type(result).__name__ for result in results) == ["BadInput", "BadInput", "Opened"]
    assert Seat.objects.count() == 10


def play(campaign, member: Membership, acknowledged: dict[str, int]) -> None:
    """Claims and scores until nothing is left, with a resend now and then."""
    for turn in range(30):
        seats = claim(member, 3, now=NOW + timedelta(seconds=turn))
        for seat in seats:
            body = entry(seat, (seat.pair.rank * 7 + member.pk) % 5, key=f"{member.pk}-{seat.pk}")
            for _ in range(1 + (seat.pk % 3 == 0)):
                (result,) = submit_scores(member=member, entries=[body], now=NOW + timedelta(seconds=turn))
                if result.status in ("saved", "duplicate"):
                    acknowledged[f"{member.pk}-{seat.pk}"] = result.relevance


def test_work_and_sweeps_at_once_lose_and_double_nothing() -> None:
    campaign, members = opened_campaign(people=5, queries=3, pairs=20)
    acknowledged: dict[str, int] = {}

    def sweep() -> None:
        for second in range(0, 200, 20):
            settle_campaign(campaign=campaign, now=NOW + timedelta(seconds=second))
            fill_queues(campaign=campaign, now=NOW + timedelta(seconds=second))

    jobs = [lambda member=member: play(campaign, member, acknowledged) for member in members]
    results = at_once(*jobs, sweep, sweep)
    assert [result for result in results if isinstance(result, Exception)] == []
    stored = {score.key: score.relevance for score in Score.objects.filter(current=True)}
    assert stored == acknowledged
    settle_campaign(campaign=campaign, now=NOW + timedelta(hours=1))
    assert no_breaches(campaign)
