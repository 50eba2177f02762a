"""A lead extends, suspends, voids, withdraws and changes the protocol while people score and sweeps run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from annotator.desk.services.working import score_and_claim
from annotator.joining.services.admitting import resume_person, suspend_person
from annotator.models import Membership, Score, Seat, Standing
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.people.services.voiding import void_person
from consensus.review.services.reviewing import decide_batch
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.campaign.services import set_protocol
from moments.models import Pair
from moments.protocol import Protocol

pytestmark = [pytest.mark.servers, pytest.mark.django_db]
QUICK = Protocol(grace_s=0, batch_size=10)


def play(here, member: Membership, stop: threading.Event) -> None:
    """Score until the event is set, as a person's program does; what is acknowledged goes to the journal."""
    seats: list[Seat] = []
    number = 0
    while not stop.is_set():
        fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
        entries, key = [], f"{member.pk}-{number}"
        if seats:
            value = (seats[0].pair_id * 3 + member.pk * 2) % 5
            entries = [{"seat": str(seats[0].public_id), "relevance": value, "key": key}]
            here.journal.sent(member.user.username, seats[0].public_id.hex, key, value)
        results, claim = score_and_claim(member=fresh, entries=entries, count=2, now=timezone.now())
        for result in results:
            here.journal.answered(member.user.username, seats[0].public_id.hex, key, result.status, result.relevance)
        seats, number = claim.seats[:1], number + 1


def together(*jobs: Callable[[], None]) -> list[BaseException]:
    """Every job by a thread of its own; what they raised."""
    raised: list[BaseException] = []

    def run(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return raised


def meddle(here, turns: int) -> None:
    """Everything that a lead may do, again and again."""
    campaign, someone = here.campaign, here.members[0]
    for turn in range(turns):
        now = timezone.now()
        protocol = Protocol(grace_s=0, batch_size=10, tolerance=turn)
        set_protocol(campaign=campaign, protocol=protocol, now=now, actor="lead")
        suspend_person(member=someone, reason="look", now=now, actor="lead")
        void_person(member=someone, now=timezone.now(), actor="lead", reason="careless")
        settle_campaign(campaign=campaign, now=timezone.now() + timedelta(seconds=1))
        resume_person(member=Membership.objects.get(pk=someone.pk), reason="fine", now=timezone.now(), actor="lead")
        for pair in Pair.objects.filter(campaign=campaign, batch__isnull=False).order_by("?")[:2]:
            allowed(lambda pair=pair: withdraw_pair(pair=pair, actor="lead", reason="bad", now=timezone.now()))
        for verdict in Verdict.objects.filter(pair__campaign=campaign, superseded=False).select_related("pair")[:2]:
            allowed(lambda pair=verdict.pair: reopen_pair(pair=pair, actor="lead", reason="?", now=timezone.now()))
        for review in BatchReview.objects.filter(campaign=campaign, decision="", superseded=False):
            allowed(
                lambda review=review: decide_batch(
                    review=review, decision=Decision.EXTEND, actor="lead", note="", now=timezone.now()
                )
            )


def allowed(job: Callable[[], object]) -> None:
    """The lead may get the answer that it is too late for that."""
    with suppress(BadInput):
        job()


@pytest.mark.parametrize("turns", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_whatever_a_lead_does_in_the_middle_of_work_nothing_breaks(made, turns) -> None:
    here = made(people=3 + turns, pairs=10 * turns, protocol=QUICK)
    stop = threading.Event()

    def sweeps() -> None:
        while not stop.is_set():
            settle_campaign(campaign=here.campaign, now=timezone.now())
            stop.wait(0.2)

    def lead() -> None:
        try:
            meddle(here, turns)
        finally:
            stop.set()

    players = [lambda member=member: play(here, member, stop) for member in here.members]
    assert together(*players, sweeps, lead) == []
    assert Score.objects.filter(seat__campaign=here.campaign).count() > 5
    assert Membership.objects.get(pk=here.members[0].pk).standing == Standing.QUALIFIED
    assert here.breaches() == []
