"""A label that waited for a lead sees what the lead did (PostgreSQL)."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from annotator.desk.services.claiming import Claim
from annotator.models import Score, Seat
from annotator.scoring.submitted import Submitted
from annotator.seats.services.superseding import hold_people
from moments.models import Pair
from tests.annotator.desk.services.test_working import HOLD, labelled, scene
from tests.faults.conftest import waiting_backends
from tests.rig.ports import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]


def waiting_now() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees who waits once
    return waiting_backends()


def test_who_waited_for_a_lead_is_given_nothing_that_the_lead_put_away() -> None:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    work = scene()
    made: list[tuple[list[Submitted], Claim]] = []

    def label() -> None:
        made.append(labelled(work))
        connection.close()

    thread = threading.Thread(target=label)
    with transaction.atomic():
        hold_people(work.member.campaign)
        thread.start()
        wait_until("the label behind the lead", waiting_now)
        Pair.objects.filter(pk=work.seats[1].pair_id).update(parked=True)  # it is in the label's queue
        Seat.objects.filter(pk=work.seats[0].pk).update(superseded=True)
    thread.join(20)
    (((result,), claim),) = made
    assert (result.status, result.code) == ("refused", "withdrawn")
    assert not Score.objects.exists()
    assert work.seats[1].pk not in [seat.pk for seat in claim.seats]
    assert len(claim.seats) == HOLD
