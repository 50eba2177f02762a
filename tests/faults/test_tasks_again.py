"""Sweeps that come three times, are cut off, or read a wrong clock: the state is that of one right sweep."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.models import Max
from django.utils import timezone

from annotator.models import Score
from config.celery import app
from consensus.models import Verdict
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry
from tests.factories import claim, score_all, submit
from tests.faults.test_lead_in_the_middle import together
from tests.rig.line import Trouble

pytestmark = [pytest.mark.servers, pytest.mark.django_db]
app.loader.import_default_modules()
TASKS = sorted({entry["task"] for entry in app.conf.beat_schedule.values()})


def state_of(campaign) -> list[object]:
    """All that tasks change: seats, scores, verdicts and the ledger."""
    seats = campaign.seats.order_by("pk").values_list("pk", "state", "annotator", "superseded")
    scores = Score.objects.filter(seat__campaign=campaign).order_by("pk").values_list("pk", "current", "final")
    verdicts = Verdict.objects.filter(pair__campaign=campaign).order_by("pk").values_list("pk", "kind", "relevance")
    ledger = LedgerEntry.objects.filter(campaign=campaign).aggregate(Max("number"))["number__max"]
    return [list(seats), list(scores), list(verdicts), ledger]


def test_every_task_delivered_three_times_at_once_does_its_work_once(made) -> None:
    assert len(TASKS) >= 3
    here = made(people=4, pairs=20)
    earlier = timezone.now() - timedelta(hours=1)
    score_all(here.members, lambda pair, member: (pair.rank + member.pk % 2) % 5, now=earlier)
    here.journal_stored()
    everything = [task for task in TASKS for _ in range(3)]
    assert together(*[lambda name=name: app.tasks[name].apply(throw=True) for name in everything]) == []
    once = state_of(here.campaign)
    assert Verdict.objects.filter(pair__campaign=here.campaign).count() > 0
    for name in everything:
        app.tasks[name].apply(throw=True)
    assert state_of(here.campaign) == once
    assert here.breaches() == []


@pytest.mark.parametrize("off_h", [-2, 2])
def test_a_sweeper_whose_clock_is_two_hours_off_breaks_nothing(made, off_h) -> None:
    here = made(people=4, pairs=10)
    off = timezone.now() + timedelta(hours=off_h)
    one = here.members[0]
    held = claim(one, 4, now=timezone.now())
    for number, seat in enumerate(held[:2]):
        here.journal.sent(one.user.username, seat.public_id.hex, f"k{number}", 3)
        result = submit(one, seat, 3, now=timezone.now(), key=f"k{number}")
        here.journal.answered(one.user.username, seat.public_id.hex, f"k{number}", result.status, result.relevance)
    claim(here.members[1], 3, now=off)
    settle_campaign(campaign=here.campaign, now=off)
    settle_campaign(campaign=here.campaign, now=timezone.now())
    for number, seat in enumerate(held[2:], start=2):
        here.journal.sent(one.user.username, seat.public_id.hex, f"k{number}", 1)
        result = submit(one, seat, 1, now=timezone.now(), key=f"k{number}")
        here.journal.answered(one.user.username, seat.public_id.hex, f"k{number}", result.status, result.relevance)
        assert result.status == "saved"
    assert here.breaches() == []


def sweep_through(port: int, here) -> None:
    """A sweep whose connection goes by that port."""
    connection.close()
    options = {**connection.settings_dict["OPTIONS"], "sslmode": "disable"}
    there = {"HOST": "127.0.0.1", "PORT": port, "OPTIONS": options}
    connection.settings_dict = {**connection.settings_dict, **there}
    settle_campaign(campaign=here.campaign, now=timezone.now())


@pytest.mark.parametrize("lost", [True, False], ids=["before_it_arrives", "before_it_is_confirmed"])
def test_a_sweep_cut_at_any_of_its_commits_is_done_once_by_the_next(made, database_line, lost) -> None:
    here = made(people=4, pairs=4)
    score_all(here.members, lambda pair, member: 4 * (member.pk % 2), now=timezone.now() - timedelta(hours=1))
    here.journal_stored()
    for place in range(20):
        database_line.expect(Trouble(b"COMMIT", lost=lost, spares=place))
        raised = together(lambda: sweep_through(database_line.port, here))
        database_line.trouble = None
        if not database_line.met.is_set():
            break
        assert all(isinstance(error, DatabaseError) for error in raised)
        assert list(breaches(here.campaign, now=timezone.now(), sweep_s=10**6)) == []
    assert place > 2
    assert raised == []
    once = state_of(here.campaign)
    settle_campaign(campaign=here.campaign, now=timezone.now())
    assert state_of(here.campaign) == once
    assert here.breaches() == []
