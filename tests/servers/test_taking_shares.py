"""Nobody waits for a batch that somebody else is taking (PostgreSQL's row locks), unless nothing else is left."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta

import pytest
from django.db import connection, transaction

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Seat, Share
from consensus.verify.selectors.invariants import breaches
from moments.models import Clip, ClipState
from tests.factories import NOW, opened_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]


@contextmanager
def meanwhile(change: Callable[[], object]) -> Iterator[threading.Event]:
    """Somebody else's transaction, which is done once the event is set; at the latest behind the block."""
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    begun, done = threading.Event(), threading.Event()

    def change_slowly() -> None:
        with transaction.atomic():
            change()
            begun.set()
            done.wait(20)
        connection.close()

    thread = threading.Thread(target=change_slowly)
    thread.start()
    try:
        assert begun.wait(20)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '15s'")
        yield done
    finally:
        done.set()
        thread.join(20)


def taking(share: Share, member: Membership) -> AbstractContextManager[threading.Event]:
    """Somebody else takes the share."""

    def take() -> None:
        Share.objects.filter(pk=share.pk).update(annotator=member)
        Seat.objects.filter(share=share).update(annotator=member, state="reserved", reserved_at=NOW)

    return meanwhile(take)


def asking(member: Membership) -> AbstractContextManager[threading.Event]:
    """A request of the person, which is not answered yet."""
    return meanwhile(lambda: Membership.objects.filter(pk=member.pk).update(last_request_at=NOW))


@pytest.mark.parametrize("number", [1, 2])
def test_a_batch_that_somebody_is_taking_is_passed_over(number: int) -> None:
    campaign, (member, other) = opened_campaign(people=2, queries=2, pairs=1)
    first, _, third, _ = Share.objects.order_by("batch_id", "number")
    with taking(Share.objects.get(batch=first.batch_id, number=number), other):
        claimed = claim_seats(member=member, count=1, now=NOW, with_clips=False)
    assert [seat.share_id for seat in claimed.seats] == [third.pk]
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_the_last_batch_is_waited_for() -> None:
    campaign, (member, other) = opened_campaign(people=2, pairs=1)
    first, second = Share.objects.order_by("batch_id", "number")
    with taking(first, other) as done:
        threading.Timer(0.5, done.set).start()
        claimed = claim_seats(member=member, count=1, now=NOW, with_clips=False)
        assert done.is_set()
    assert [seat.share_id for seat in claimed.seats] == [second.pk]
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_claims_that_find_shares_without_a_seat_do_not_wait_for_each_other_in_a_ring() -> None:
    """Clips of most batches are still to cut, those of the last ones are ready."""
    campaign, members = opened_campaign(people=4, queries=60, pairs=1)
    last = set(campaign.batches.order_by("-pk").values_list("pk", flat=True)[:8])
    Clip.objects.exclude(moment__pairs__batch__in=last).update(state=ClipState.PENDING)
    start = threading.Barrier(len(members))

    def claim_again_and_again(member: Membership) -> list[int]:
        try:
            start.wait(20)
            return [len(claim_seats(member=member, count=count, now=NOW).seats) for count in range(1, 11)]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(members)) as pool:
        claimed = [done.result() for done in [pool.submit(claim_again_and_again, member) for member in members]]
    assert sum(counts[-1] for counts in claimed) == Seat.objects.filter(state="held").count() > 0
    assert Seat.objects.filter(annotator__isnull=False, pair__batch__in=last).count() == 2 * len(last)
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []


def test_nothing_is_taken_from_a_person_whose_request_is_under_way() -> None:
    """A late score locks seats one after another, as a take-over does: neither may wait for the other."""
    campaign, (silent, other, member) = opened_campaign(people=3, pairs=4)
    for person in (silent, other):
        claim_seats(member=person, count=4, now=NOW, with_clips=False)
    late = NOW + timedelta(hours=2)
    claim_seats(member=other, count=0, now=late)
    with asking(silent):
        assert claim_seats(member=member, count=4, now=late, with_clips=False).seats == []
    assert len(claim_seats(member=member, count=4, now=late, with_clips=False).seats) == 4
    assert list(breaches(campaign, now=late, sweep_s=5)) == []
