"""Late scores, take-overs, reports and two tabs at once, on real connections: one outcome, paid once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Problem, ProblemKind, Score, Seat, SeatLoss, WorkEvent
from annotator.problems.services.reporting import report_problem
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from annotator.seats.services.superseding import release_pairs
from tests.factories import NOW, claim, entry, opened_campaign
from tests.races.test_at_once import at_once, no_breaches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
LATE = NOW + timedelta(hours=2)


def one_result(results: list[object]) -> list[Submitted]:
    assert [result for result in results if not isinstance(result, list)] == []
    return [result[0] for result in results]


def test_two_tabs_that_send_one_key_at_once_store_it_once() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seats = claim(one)
    body = [entry(seat, 3, key=f"k{seat.pk}", ago_ms=40, plays=1) for seat in seats]
    results = at_once(*[lambda: submit_scores(member=one, entries=body, now=NOW) for _ in range(2)])
    assert sorted(one.status for result in results for one in result) == ["duplicate"] * 3 + ["saved"] * 3
    assert Score.objects.count() == 3


def test_two_tabs_that_disagree_at_once_store_one_and_say_which() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    bodies = [entry(seat, value, key=f"k{value}") for value in range(5)]
    answers = one_result(
        at_once(*[lambda body=body: submit_scores(member=one, entries=[body], now=NOW) for body in bodies])
    )
    stored = Score.objects.get().relevance
    assert sorted(str(result.code) for result in answers) == ["None"] + ["other_value"] * 4
    assert {result.relevance for result in answers} == {stored}


def test_a_late_score_and_a_take_over_at_once_have_one_winner() -> None:
    """Whoever comes first, the seat has one owner, its score is theirs, and the other's time is paid."""
    for turn in range(6):
        campaign, (one, two, three) = opened_campaign(f"films-{turn}", people=3, pairs=4)
        held = claim(one, 4)
        claim(two, 4)
        claim_seats(member=two, count=0, now=LATE)
        bodies = [entry(seat, 3, key=f"late-{seat.pk}") for seat in held]

        def late(one=one, bodies=bodies) -> list[Submitted]:
            return submit_scores(member=one, entries=bodies, now=LATE)

        answers, taken = at_once(late, lambda three=three: claim(three, 4, now=LATE))
        assert isinstance(answers, list), answers
        assert isinstance(taken, list), taken
        saved = {result.seat for result in answers if result.status == "saved"}
        paid = {result.seat for result in answers if result.code == "reassigned"}
        assert len(saved) + len(paid) == 4
        assert paid == {str(seat.public_id) for seat in taken} or not taken
        mine = Seat.objects.filter(campaign=campaign, annotator=one, state="scored")
        assert {str(seat.public_id) for seat in mine} == saved
        events = WorkEvent.objects.filter(annotator=one).values_list("seat__public_id", flat=True)
        assert sorted(map(str, events)) == sorted(paid)
        assert Score.objects.filter(seat__campaign=campaign).count() == len(saved)
        assert SeatLoss.objects.filter(seat__campaign=campaign).count() == len(paid)
        assert no_breaches(campaign)


def test_one_late_score_sent_many_times_at_once_is_paid_once() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 4)
    claim(two, 4)
    claim_seats(member=two, count=0, now=LATE)
    claim(three, 4, now=LATE)
    body = entry(held[0], 3, key="k")
    others = [entry(held[0], value, key=f"k{value}") for value in (1, 2)]
    jobs = [lambda: submit_scores(member=one, entries=[body], now=LATE) for _ in range(4)]
    jobs += [lambda other=other: submit_scores(member=one, entries=[other], now=LATE) for other in others]
    answers = one_result(at_once(*jobs))
    assert {(result.status, result.code) for result in answers} == {("refused", "reassigned")}
    assert WorkEvent.objects.count() == 1


def test_a_score_and_the_withdrawal_of_its_pair_at_once_leave_it_stored_or_paid() -> None:
    for turn in range(6):
        _, (one, _) = opened_campaign(f"films-{turn}", pairs=1)
        seat = claim(one)[0]
        body = entry(seat, 3, key="k")
        answers, _ = at_once(
            lambda one=one, body=body: submit_scores(member=one, entries=[body], now=NOW),
            lambda seat=seat: release_pairs(pairs=[seat.pair]),
        )
        assert isinstance(answers, list), answers
        stored = Score.objects.filter(seat=seat).count()
        paid = WorkEvent.objects.filter(seat=seat).count()
        assert (answers[0].status, answers[0].code, stored, paid) in [
            ("saved", None, 1, 0),
            ("refused", "withdrawn", 0, 1),
        ]


def test_one_report_sent_many_times_at_once_is_one() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]

    def report() -> int:
        kind = ProblemKind.OTHER
        return report_problem(member=one, seat=seat.public_id, kind=kind, note="", now=NOW, key="k").pk

    results = at_once(*[report for _ in range(6)])
    assert set(results) == {Problem.objects.get().pk}
    assert WorkEvent.objects.count() == 1


def test_what_was_shown_in_two_tabs_at_once_is_shown_once() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    times = [NOW + timedelta(seconds=second) for second in range(4)]
    shown = [seat.public_id]
    results = at_once(*[lambda at=at: claim_seats(member=one, count=3, now=at, shown=shown) for at in times])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert Seat.objects.get(pk=seat.pk).shown_at in times
