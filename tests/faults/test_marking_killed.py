"""The web process is killed in the middle of a question or a marking: what was stored once is known when sent again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

from annotator.desk.services.claiming import claim_seats
from annotator.models import Ask, MarkedAnswer, Score
from config.celery import app
from consensus.models import TruthSegment, Verdict
from consensus.verify.selectors.invariants import breaches
from tests.faults.answering import Answering, unanswered
from tests.faults.conftest import end_backends, held_up, waiting_backends
from tests.faults.test_lead_in_the_middle import together
from tests.faults.test_tasks_again import TASKS, state_of
from tests.faults.test_web_killed import AFTER_COMMIT, kill_workers
from tests.marking import asked, finished, mark, marking_campaign
from tests.rig.ports import wait_until

pytestmark = [pytest.mark.servers, pytest.mark.django_db]
_numbers = count(1)
SEGMENTS = [[10_000, 20_000], [40_000, 50_000]]
MARKED = {"segments": SEGMENTS, "specific": True, "complete": True}
# The row that a campaign's changes wait for, after the program was let in and before anything is stored.
ON_CAMPAIGN = "SELECT 1 FROM moments_campaign WHERE id = %s FOR UPDATE"
ON_SEAT = "SELECT 1 FROM annotator_seat WHERE public_id = %s FOR UPDATE"


@pytest.fixture
def marks(store, web, database_line, tmp_path) -> Iterator[Callable[[], Answering]]:
    """Makes a marking campaign; afterwards nothing that a fault left behind holds a lock."""
    wait_until("the web server", web.is_up, within_s=60)
    yield lambda: Answering(*marking_campaign(f"marks-{next(_numbers)}", people=4), folder=tmp_path, port=web.port)
    database_line.trouble, database_line.down = None, False
    end_backends("state <> 'idle'")


def written(here: Answering) -> int:
    """The number of a draft that can be submitted, by a program."""
    here.call(0, "asks/begin/", {})
    number = here.call(0, "asks/", {"task": "ms"})["number"]
    here.call(0, f"asks/{number}/", {"text": "When does it rain?", "segments": SEGMENTS}, verb="PUT")
    return int(number)


def test_a_question_whose_web_process_is_killed_before_the_commit_is_submitted_once(marks, web) -> None:
    here = marks()
    number = written(here)
    sent = {"key": "q1", "shown_ms": 5000}

    def stop() -> None:
        wait_until("the question at that point", waiting_backends)
        kill_workers(web)

    with held_up(ON_CAMPAIGN, here.campaign.pk):
        unanswered(lambda: here.call(0, f"asks/{number}/submit/", sent), stop)
    wait_until("new workers", web.is_up)
    asks = Ask.objects.filter(campaign=here.campaign).values_list("state", "segments", "text")
    assert list(asks) == [("draft", SEGMENTS, "When does it rain?")]
    for _ in range(2):
        here.call(0, f"asks/{number}/submit/", sent)
    assert (here.campaign.pairs.count(), here.campaign.queries.count()) == (1, 1)
    assert Score.objects.filter(seat__campaign=here.campaign).count() == 1
    here.call(0, "asks/finish/", {})
    assert here.breaches() == []


def test_a_question_whose_web_process_is_killed_after_the_commit_is_known(marks, web, database_line) -> None:
    here = marks()
    number = written(here)
    sent = {"key": "q1", "shown_ms": 5000}

    def stop() -> None:
        wait_until("the question at that point", database_line.struck.is_set)
        kill_workers(web)
        database_line.release()

    database_line.expect(replace(AFTER_COMMIT))
    unanswered(lambda: here.call(0, f"asks/{number}/submit/", sent), stop)
    wait_until("the end of that line", database_line.met.is_set)
    wait_until("new workers", web.is_up)
    assert here.campaign.asks.get().state == "submitted"
    here.call(0, f"asks/{number}/submit/", sent)
    assert (here.campaign.pairs.count(), Score.objects.filter(seat__campaign=here.campaign).count()) == (1, 1)
    assert here.breaches() == []


@pytest.mark.parametrize("stored", [False, True], ids=["before_the_insert", "after_the_commit"])
def test_a_marking_whose_web_process_is_killed_is_stored_once(marks, web, database_line, stored: bool) -> None:
    here = marks()
    number = written(here)
    here.call(0, f"asks/{number}/submit/", {"key": "q1"})
    here.call(0, "asks/finish/", {})
    (seat,) = here.call(1, "seats/claim/", {"count": 5})["seats"]
    body = {"scores": [{"seat": seat["id"], "key": "m1", "shown_ms": 900, **MARKED}]}

    def stop() -> None:
        wait_until("the marking at that point", database_line.struck.is_set if stored else waiting_backends)
        kill_workers(web)
        database_line.release()

    if stored:
        database_line.expect(replace(AFTER_COMMIT))
        unanswered(lambda: here.call(1, "scores/", body), stop)
        wait_until("the end of that line", database_line.met.is_set)
    else:
        with held_up(ON_SEAT, seat["id"]):
            unanswered(lambda: here.call(1, "scores/", body), stop)
    wait_until("new workers", web.is_up)
    answers = MarkedAnswer.objects.filter(score__seat__campaign=here.campaign, score__key="m1")
    assert answers.count() == int(stored)
    (result,) = here.call(1, "scores/", body)["results"]
    assert result["status"] == ("duplicate" if stored else "saved")
    assert list(answers.values_list("segments__start_ms", flat=True).order_by("segments__start_ms")) == [10_000, 40_000]
    assert here.breaches() == []
    assert Verdict.objects.get(pair__campaign=here.campaign).kind == "agreed"


def test_every_task_three_times_at_once_rules_on_each_question_once(store) -> None:
    campaign, (author, marker, *_) = marking_campaign(f"marks-{next(_numbers)}", people=4)
    earlier = timezone.now() - timedelta(hours=1)
    for found in (((10_000, 20_000),), ((30_000, 40_000),), ((50_000, 55_000),)):
        asked(author, found, now=earlier)
    finished(author, now=earlier)
    claimed = {seat.pair.number: seat for seat in claim_seats(member=marker, count=10, now=earlier).seats}
    for number, segments in ((1, [[10_000, 20_000]]), (2, [[34_000, 45_000]]), (3, [])):
        assert mark(marker, claimed[number], segments, now=earlier).status == "saved"
    everything = [task for task in TASKS for _ in range(3)]
    assert together(*[lambda name=name: app.tasks[name].apply(throw=True) for name in everything]) == []
    once = state_of(campaign)
    assert list(campaign.asks.order_by("number").values_list("state", flat=True)) == ["accepted", "checked", "returned"]
    assert TruthSegment.objects.filter(verdict__pair__campaign=campaign).count() == 1
    assert campaign.seats.filter(round=2).count() == 1
    for name in everything:
        app.tasks[name].apply(throw=True)
    assert state_of(campaign) == once
    assert list(breaches(campaign, now=timezone.now(), sweep_s=10**6)) == []
