"""What is compiled once answers as the query that it was compiled from, whatever the values."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from annotator.models import Membership, Seat, SeatState
from annotator.people.selectors.memberships import asked_memberships, memberships
from moments.database.prepared import PreparedRows, PreparedTaking, PreparedUpdate
from tests.factories import NOW, claim, make_member, opened_campaign

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


def test_rows_are_read_behind_an_update() -> None:
    _, (one, _) = opened_campaign()
    found = PreparedRows(lambda pk: Membership.objects.filter(pk=pk), pk=int)
    (member,) = found.rows_after((renewal, {"pk": one.pk, "now": NOW}), pk=one.pk)
    assert (member.pk, member.last_request_at) == (one.pk, NOW)


def test_a_value_that_the_statement_does_not_hold_is_refused() -> None:
    with pytest.raises(AssertionError, match="not in the statement: {'pk'}"):
        PreparedRows(lambda pk: Membership.objects.all(), pk=int).rows(pk=1)


def test_memberships_are_the_same_prepared_or_not() -> None:
    campaign, (one, _) = opened_campaign()
    other, _ = opened_campaign("other")
    make_member(other, user=one.user)
    for slug in (None, campaign.slug, "other", "nowhere", "x' OR 'x' = 'x"):
        assert asked_memberships(one.user, slug) == list(memberships(one.user, slug=slug))
