"""What is compiled once answers as the query that it was compiled from, whatever the values."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from annotator.models import Membership, Seat, SeatState
from annotator.people.selectors.memberships import asked_memberships, memberships
from moments.database.prepared import PreparedRows, PreparedUpdate
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


def test_a_value_that_the_statement_does_not_hold_is_refused() -> None:
    with pytest.raises(AssertionError, match="not in the statement: {'pk'}"):
        PreparedRows(lambda pk: Membership.objects.all(), pk=int).rows(pk=1)


def test_memberships_are_the_same_prepared_or_not() -> None:
    campaign, (one, _) = opened_campaign()
    other, _ = opened_campaign("other")
    make_member(other, user=one.user)
    for slug in (None, campaign.slug, "other", "nowhere", "x' OR 'x' = 'x"):
        assert asked_memberships(one.user, slug) == list(memberships(one.user, slug=slug))
