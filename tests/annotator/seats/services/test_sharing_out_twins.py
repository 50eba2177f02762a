"""Work of twins comes in stages, and is shared out among those who are at work."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from annotator.models import Seat
from annotator.seats.services.queue import fill_queue
from annotator.twins.tasks import TwinTask
from consensus.sweep.services import settle_campaign
from tests.factories import NOW
from tests.twins import ask, judge, twin_campaign

pytestmark = pytest.mark.django_db


def queued_captions() -> Counter:
    """How many clips each person has in their queue to write captions for."""
    seats = Seat.objects.filter(pair__query__query_id=TwinTask.CAPTION.query_id, state="reserved")
    return Counter(seats.values_list("annotator", flat=True))


def test_the_sweep_shares_captions_out_among_those_at_work():
    campaign, (one, two, three, _) = twin_campaign(people=4, twins=6)
    for person in (one, two):
        for _ in range(6):
            assert judge(person).status == "saved"
    assert ask(three) == []
    settle_campaign(campaign=campaign, now=NOW + timedelta(minutes=2))
    assert queued_captions() == {one.pk: 2, two.pk: 2, three.pk: 2}


def test_whoever_asks_takes_no_more_than_a_few():
    _, (one, two) = twin_campaign(people=2, twins=9)
    assert fill_queue(member=one, now=NOW, want=3) == 3
    assert fill_queue(member=two, now=NOW, want=3) == 3
    assert fill_queue(member=one, now=NOW, want=3) == 0
