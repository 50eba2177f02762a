"""What is compiled once answers as the query that it was compiled from, whatever the values."""

import itertools
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import DataError, IntegrityError, transaction
from django.db.models import Value

from annotator.models import MarkedSegment, Membership, Score, Seat, SeatState
from annotator.people.selectors.memberships import asked_memberships, membership_in, memberships
from moments.database.prepared import PreparedInsert, PreparedRows, PreparedStep, PreparedTaking, PreparedUpdate
from tests.factories import NOW, claim, make_member, opened_campaign
from tests.marking import asked, marking_campaign

pytestmark = pytest.mark.django_db

of_person = PreparedRows(
    lambda member, seat: Seat.objects.filter(annotator=member, public_id=seat).select_related("pair__query"),
    member=int,
    seat=UUID,
)
renewal = PreparedUpdate(
    lambda pk, now: (Membership.objects.filter(pk=pk), {"last_request_at": now}), pk=int, now=type(NOW)
)


def taking(**still) -> PreparedTaking[Seat]:
    """The first three of a person's queue are held, those of them that are `still` what is asked."""
    return PreparedTaking(
        lambda member, now: (
            Seat.objects.filter(annotator=member).select_related("pair").order_by("position")[:3],
            (Seat.objects.filter(annotator=member, state="reserved", **still), {"state": "held", "held_at": now}),
        ),
        lambda seat: seat.state == SeatState.RESERVED,
        member=int,
        now=type(NOW),
    )


def test_each_run_has_its_own_values(django_assert_num_queries) -> None:
    _, members = opened_campaign(people=2)
    held = {member: claim(member, 2) for member in members}
    for member, seats in held.items():
        for seat in seats:
            with django_assert_num_queries(1):
                (found,) = of_person.rows(member=member.pk, seat=seat.public_id)
                assert (found.pk, found.pair.query.text) == (seat.pk, "query text 1")
            assert (found.state, found.held_at) == (SeatState.HELD, NOW)
        assert of_person.rows(member=member.pk, seat=uuid4()) == []


def test_an_update_changes_the_named_rows_alone_and_counts_them() -> None:
    _, (one, two) = opened_campaign(people=2)
    later = NOW + timedelta(seconds=7.25)
    assert renewal.run(pk=one.pk, now=later) == 1
    assert renewal.run(pk=-1, now=later) == 0
    assert dict(Membership.objects.values_list("pk", "last_request_at")) == {one.pk: later, two.pk: None}


def test_rows_are_read_and_those_that_are_due_are_changed_alone() -> None:
    _, members = opened_campaign(people=2)
    held = {member: claim(member, 1)[0].pk for member in members}
    later = NOW + timedelta(seconds=7.25)
    for turn in range(2):
        rows, all_changed = taking().take(member=members[0].pk, now=later)
        assert ([row.pair.rank for row in rows], all_changed) == (
            [Seat.objects.get(pk=row.pk).pair.rank for row in rows],
            True,
        )
        assert [row.state for row in rows] == ["held"] + ["held" if turn else "reserved"] * 2
        stored = dict(Seat.objects.filter(state="held").values_list("pk", "held_at"))
        assert stored == {held[members[0]]: NOW, held[members[1]]: NOW} | {row.pk: later for row in rows[1:]}


def test_a_row_lost_between_reading_and_changing_is_reported() -> None:
    _, (one, _) = opened_campaign()
    claim(one, 1)
    rows, all_changed = taking(position__gt=2).take(member=one.pk, now=NOW)
    assert ([row.position for row in rows], all_changed) == ([1, 2, 3], False)
    assert list(Seat.objects.filter(state="held").order_by("position").values_list("position", flat=True)) == [1, 3]


def test_what_is_sent_later_comes_before_the_next_statement_savepoint_or_commit() -> None:
    _, (one, two) = opened_campaign()
    found = PreparedRows(lambda pk: Membership.objects.filter(pk=pk), pk=int)
    minutes = itertools.count(1)

    def later(member: Membership) -> datetime:
        now = NOW + timedelta(minutes=next(minutes))
        renewal.run_later(pk=member.pk, now=now)
        return now

    now = later(one)
    assert found.rows(pk=one.pk)[0].last_request_at == now
    now = later(one)
    assert Membership.objects.get(pk=one.pk).last_request_at == now
    now = later(one)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        later(one)
        later(two)
        raise ZeroDivisionError
    assert dict(Membership.objects.values_list("pk", "last_request_at")) == {one.pk: now, two.pk: None}
    now = later(one)
    assert [member.last_request_at for member in Membership.objects.filter(pk=one.pk).iterator()] == [now]


@pytest.mark.django_db(transaction=True)
def test_what_is_sent_later_is_committed_or_rolled_back_with_its_transaction() -> None:
    _, (one, _) = opened_campaign()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        renewal.run_later(pk=one.pk, now=NOW)
        raise ZeroDivisionError
    assert Membership.objects.get(pk=one.pk).last_request_at is None
    with transaction.atomic():
        renewal.run_later(pk=one.pk, now=NOW)
    assert Membership.objects.get(pk=one.pk).last_request_at == NOW


def scoring() -> PreparedStep:
    """A held seat is scored."""
    return PreparedStep(
        lambda seat, member, now: (
            Seat.objects.filter(pk=seat, state=SeatState.HELD),
            {"state": SeatState.SCORED},
            Score(seat_id=seat, annotator_id=member, key="k", relevance=3, saved_at=now, worked_at=now,
                  changeable_until=now),
        ),
        seat=int, member=int, now=type(NOW),
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_a_step_is_taken_whole_or_refused_with_its_transaction() -> None:
    _, (one, _) = opened_campaign()
    (seat,) = claim(one, 1)
    step = scoring()
    with transaction.atomic():
        step.run_later(seat=seat.pk, member=one.pk, now=NOW)
    with pytest.raises(DataError), transaction.atomic():
        Membership.objects.filter(pk=one.pk).update(next_position=77)
        step.run_later(seat=seat.pk, member=one.pk, now=NOW)
    assert list(Score.objects.values_list("relevance", "current")) == [(3, True)]
    assert Seat.objects.get(pk=seat.pk).state == SeatState.SCORED
    assert Membership.objects.get(pk=one.pk).next_position != 77


@pytest.mark.django_db(transaction=True)
def test_a_step_that_is_run_at_once_answers_with_the_key_of_what_it_inserted() -> None:
    _, (one, _) = opened_campaign()
    first, second = claim(one, 2)
    step = PreparedStep(scoring().build, seat=int, member=int, now=type(NOW))
    with transaction.atomic():
        keys = [step.run(seat=first.pk, member=one.pk, now=NOW)]
    Score.objects.update(key="earlier")
    with transaction.atomic():
        keys.append(step.run(seat=second.pk, member=one.pk, now=NOW))
    assert [Score.objects.get(pk=key).seat_id for key in keys] == [first.pk, second.pk]
    with pytest.raises(DataError), transaction.atomic():
        step.run(seat=second.pk, member=one.pk, now=NOW)
    assert Score.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_stands_for_the_key_of_a_step_is_the_key_of_its_own_row() -> None:
    _, (one, _) = opened_campaign()
    seats = claim(one, 2)
    step = PreparedStep(
        lambda seat, key, now: (
            Seat.objects.filter(pk=seat, state=SeatState.HELD),
            {"state": SeatState.SCORED},
            Score(seat_id=seat, annotator_id=one.pk, key=key, relevance=3, saved_at=now, worked_at=now,
                  changeable_until=now),
        ),
        seat=int, key=str, now=type(NOW),
    )  # fmt: skip
    follows = PreparedUpdate(
        lambda score, plays: (Score.objects.filter(pk=score), {"plays": plays}), score=int, plays=int
    )
    with transaction.atomic():
        for plays, seat in enumerate(seats):
            made = step.run_later(seat=seat.pk, key=f"k{plays}", now=NOW)
            follows.run_later(score=made, plays=plays)
    found = Score.objects.order_by("plays").values_list("plays", "seat")
    assert list(found) == [(0, seats[0].pk), (1, seats[1].pk)]


@pytest.mark.django_db(transaction=True)
def test_objects_are_inserted_in_order_with_their_transaction() -> None:
    _, (author, _) = marking_campaign(people=2)
    asked(author)
    stretches = MarkedSegment.objects.values_list("start_ms", "end_ms")
    before = set(stretches.all())
    answer = MarkedSegment.objects.values_list("answer", flat=True)[0]
    insert = PreparedInsert(
        lambda answer, start_ms, end_ms: MarkedSegment(answer_id=answer, start_ms=start_ms, end_ms=end_ms),
        answer=int, start_ms=int, end_ms=int,
    )  # fmt: skip
    with transaction.atomic():
        insert.run_later(answer=answer, start_ms=50_000, end_ms=51_000)
        insert.run_later(answer=answer, start_ms=53_000, end_ms=54_000)
    assert set(stretches.all()) == before | {(50_000, 51_000), (53_000, 54_000)}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert.run_later(answer=answer, start_ms=56_000, end_ms=57_000)
        insert.run_later(answer=answer, start_ms=59_000, end_ms=59_000)
    assert (56_000, 57_000) not in set(stretches.all())
    both = PreparedInsert(
        lambda answer, one_ms, other_ms: [
            MarkedSegment(answer_id=answer, start_ms=Value(start_ms), end_ms=59_000) for start_ms in (one_ms, other_ms)
        ],
        answer=int, one_ms=int, other_ms=int,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="overlap"), transaction.atomic():
        both.run_later(answer=answer, one_ms=57_000, other_ms=58_000)
    with pytest.raises(IntegrityError), transaction.atomic():
        both.run_later(answer=answer, one_ms=57_000, other_ms=59_000)
    assert stretches.count() == len(before) + 2


def test_a_value_that_the_statement_does_not_hold_is_refused() -> None:
    with pytest.raises(AssertionError, match="not in the statement: {'pk'}"):
        PreparedRows(lambda pk: Membership.objects.all(), pk=int).rows(pk=1)


def test_memberships_are_the_same_prepared_or_not() -> None:
    campaign, (one, _) = opened_campaign()
    other, _ = opened_campaign("other")
    make_member(other, user=one.user)
    for slug in (None, campaign.slug, "other", "nowhere", "x' OR 'x' = 'x"):
        own = [member for member in memberships(one.user) if slug in (None, member.campaign.slug)]
        assert asked_memberships(one.user, slug) == own
        assert slug is None or membership_in(one.user, slug) == (own[0] if own else None)
