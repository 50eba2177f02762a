"""Reports: stored once, paid once, parked; of a seat that one has or had."""

from datetime import timedelta

import pytest

from annotator.models import Problem, ProblemKind, Score, Seat, SeatState, WorkEvent
from annotator.problems.services.reporting import KeyUsed, NoteFull, UnknownSeat, report_problem
from annotator.problems.services.resolving import return_pair
from consensus.models import Verdict
from moments.models import Pair
from tests.factories import NOW, claim, opened_campaign, settle, submit

pytestmark = pytest.mark.django_db
LATE = NOW + timedelta(hours=2)


def report(member, seat, kind=ProblemKind.OTHER, *, now=NOW, note="", **fields) -> Problem:
    return report_problem(member=member, seat=seat.public_id, kind=kind, note=note, now=now, **fields)


def test_a_report_is_work_at_the_time_at_which_it_was_made() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    report(one, seat, key="k", ago_ms=10_000, shown_ms=4000, now=NOW + timedelta(seconds=60))
    event = WorkEvent.objects.get()
    assert (event.kind, event.key, event.seat, event.annotator) == ("problem", "k", seat, one)
    assert (event.worked_at, event.shown_ms) == (NOW + timedelta(seconds=50), 4000)
    assert Seat.objects.get(pk=seat.pk).shown_at == NOW + timedelta(seconds=46)


def test_a_report_without_a_key_is_paid_once() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    for _ in range(3):
        report(one, seat)
    assert WorkEvent.objects.count() == Problem.objects.count() == 1


def test_the_same_key_is_one_report_even_when_the_first_is_resolved() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    first = report(one, seat, key="k")
    return_pair(pair=seat.pair, now=NOW, resolution="put back")
    assert report(one, seat, key="k") == first
    assert (Problem.objects.count(), WorkEvent.objects.count()) == (1, 1)
    assert not Pair.objects.filter(parked=True).exists()
    assert report(one, seat, key="another") != first


def test_reports_of_one_seat_under_other_keys_are_paid_once_while_they_are_open() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    assert len({report(one, seat, key=f"k{n}").pk for n in range(5)}) == 1
    assert WorkEvent.objects.count() == 1


def test_a_key_that_stands_for_something_else_is_refused() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    first, second = claim(one)[:2]
    report(one, first, key="k")
    for seat, kind in ((second, ProblemKind.OTHER), (first, ProblemKind.QUESTION)):
        with pytest.raises(KeyUsed):
            report(one, seat, kind, key="k")
    assert Problem.objects.count() == 1


def test_a_score_and_a_report_may_have_one_key() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    first, second = claim(one)[:2]
    submit(one, first, 3, key="k")
    report(one, second, key="k")
    assert (Score.objects.count(), Problem.objects.count(), WorkEvent.objects.count()) == (1, 1, 1)


def test_a_key_like_one_of_ours_does_no_harm() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    first, second = claim(one)[:2]
    number = report(one, first, key="mine").pk
    report(one, first, ProblemKind.OFFENSIVE, key=f"problem-{number + 2}")
    assert report(one, second).pk == number + 2
    assert (Problem.objects.count(), WorkEvent.objects.count()) == (3, 2)


def test_a_scored_seat_may_be_reported_and_its_score_counts_as_ever() -> None:
    campaign, (one, two) = opened_campaign(pairs=1)
    seat = claim(one)[0]
    submit(one, seat, 3, key="k")
    submit(two, claim(two)[0], 3)
    report(one, seat)
    assert not Pair.objects.get(pk=seat.pair_id).parked
    assert submit(one, seat, 2, key="j", replaces="k").status == "changed"
    settle(campaign)
    assert Verdict.objects.get().relevance == 3


def test_a_report_of_a_seat_that_went_to_somebody_else_counts() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 4)
    claim(two, 4)
    claim(two, 0, now=LATE)
    claim(three, 4, now=LATE)
    problem = report(one, held[0], ProblemKind.BROKEN_CLIP, now=LATE, ago_ms=7_000_000)
    assert (problem.annotator, problem.pair, problem.seat) == (one, held[0].pair, held[0])
    assert WorkEvent.objects.get().worked_at == LATE - timedelta(seconds=7000)
    assert held[0].pk not in [seat.pk for seat in claim(three, 4, now=LATE)]
    assert Seat.objects.get(pk=held[0].pk).shown_at is None


def test_a_report_of_a_lost_seat_that_others_finished_parks_nothing() -> None:
    _, (one, two, three) = opened_campaign(people=3, pairs=4)
    held = claim(one, 4)
    claim(two, 4)
    claim(two, 0, now=LATE)
    claim(three, 4, now=LATE)
    Seat.objects.filter(pk=held[0].pk).update(state=SeatState.SETTLED)
    report(one, held[0], now=LATE)
    assert not Pair.objects.filter(parked=True).exists()
    with pytest.raises(UnknownSeat):
        report(one, held[1], now=NOW + timedelta(days=7))


def test_another_note_is_added_to_the_report_that_is_open() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    for note in ("Does a puddle count?", "And rain?", "And rain?"):
        problem = report(one, seat, ProblemKind.QUESTION, note=note)
    assert (Problem.objects.get().note, problem.note) == ("Does a puddle count?\nAnd rain?",) * 2
    with pytest.raises(NoteFull):
        report(one, seat, ProblemKind.QUESTION, note="x" * 980)
    assert Problem.objects.get().note == "Does a puddle count?\nAnd rain?"
