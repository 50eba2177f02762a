"""Nobody waits for a share that somebody else is taking at the moment (PostgreSQL's row locks)."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from annotator.models import Share
from annotator.services.claiming import claim_seats
from tests.factories import NOW, opened_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]


def test_a_share_that_somebody_is_taking_is_passed_over() -> None:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    _, (member, other) = opened_campaign(people=2, pairs=1)
    first, second = Share.objects.order_by("batch_id", "number")
    taking, done = threading.Event(), threading.Event()

    def take_slowly() -> None:
        with transaction.atomic():
            Share.objects.filter(pk=first.pk).update(annotator=other)
            taking.set()
            done.wait(20)
        connection.close()

    thread = threading.Thread(target=take_slowly)
    thread.start()
    try:
        assert taking.wait(20)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        claimed = claim_seats(member=member, count=1, now=NOW, with_clips=False)
    finally:
        done.set()
        thread.join(20)
    assert [seat.share_id for seat in claimed.seats] == [second.pk]
