"""A toy job, known to no list of the tree: ordered, leased, shown to live, given up, cancelled."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job, time_left
from moments.jobs.services.doing import Go, JobKind, cancel_job, do_jobs
from moments.jobs.services.leases import (
    end_job,
    free_lost_jobs,
    keep_job,
    order_again,
    order_job,
    order_newest,
    release_job,
    take_job,
)
from moments.models import Job, JobState
from tests.factories import NOW, lose, make_campaign

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def count_to_three(job: Job, go: Go) -> str:
    go.begin(3)
    for number in (1, 2, 3):
        go.advance(number)
    return f"counted for {job.order['whom']}"


TOY = JobKind("toy", "count to three", count_to_three)


def ordered(**more) -> Job:
    given = {"kind": TOY.name, "actor": "L1", "now": NOW, "order": {"whom": "Ada"}}
    return order_job(campaign=make_campaign(), **given | more)


def of(work) -> JobKind:
    return JobKind("toy", "count to three", work)


def test_it_is_done_once_and_says_what_came_of_it():
    ordered()
    assert (do_jobs(TOY, now=NOW), do_jobs(TOY, now=NOW)) == (1, 0)
    job = Job.objects.get()
    assert (job.state, job.outcome, job.done, job.total, job.tries) == ("done", "counted for Ada", 3, 3, 1)
    assert (job.leased_until, job.holder, job.is_live) == (None, "", False)


def test_one_of_a_kind_is_under_way_at_a_time():
    job = ordered()
    with pytest.raises(IntegrityError), transaction.atomic():
        order_job(campaign=job.campaign, kind="toy", actor="L1", now=NOW)
    assert order_newest(campaign=job.campaign, kind="toy", actor="L1", now=NOW) is None
    do_jobs(TOY, now=NOW)
    assert order_newest(campaign=job.campaign, kind="toy", actor="L2", now=NOW) == newest_job(job.campaign, "toy")
    assert Job.objects.get().actor == "L2"


def test_one_taker_wins_and_a_sign_of_life_keeps_it():
    job = ordered()
    late = Job.objects.get()
    assert (take_job(job=job, lease=HOUR, now=NOW), take_job(job=late, lease=HOUR, now=NOW)) == (True, False)
    assert keep_job(job=job, lease=HOUR, now=NOW + HOUR, total=10, done=5)
    assert do_jobs(TOY, now=NOW + HOUR + timedelta(minutes=59)) == 0
    assert do_jobs(TOY, now=NOW + HOUR + timedelta(minutes=61)) == 1
    assert not keep_job(job=job, lease=HOUR, now=NOW)
    assert not end_job(job=job, state=JobState.FAILED, now=NOW, reason="too late")


def test_a_job_that_is_lost_three_times_is_given_up_with_the_reason():
    lose(ordered(), tries=2)
    assert do_jobs(TOY, now=NOW + timedelta(minutes=61)) == 1
    lose(order_newest(campaign=Job.objects.get().campaign, kind="toy", actor="L1", now=NOW), tries=3)
    assert do_jobs(TOY, now=NOW + timedelta(minutes=61)) == 0
    job = Job.objects.get()
    assert (job.state, job.tries, job.reason) == ("failed", 3, TOY.cut_off)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BadInput("no numbers left"), "no numbers left"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (KeyError("ada"), "it could not be created (KeyError); see the worker's log"),
    ],
    ids=["bad input", "disk", "out of the blue"],
)
def test_a_job_with_a_fault_fails_with_the_reason(error, reason):
    def fail(job: Job, go: Go) -> str:
        raise error

    ordered()
    assert do_jobs(of(fail), now=NOW) == 1
    assert (Job.objects.get().state, Job.objects.get().reason) == ("failed", reason)


def test_a_job_that_waits_is_cancelled_at_once_and_one_under_way_at_its_next_sign_of_life():
    assert cancel_job(TOY, ordered(), actor="L1", now=NOW)
    assert do_jobs(TOY, now=NOW) == 0

    def cancelled(job: Job, go: Go) -> str:
        assert cancel_job(TOY, job, actor="L2", now=NOW)
        go.look()
        raise AssertionError("it went on")

    order_job(campaign=Job.objects.get().campaign, kind="toy", actor="L1", now=NOW)
    assert do_jobs(of(cancelled), now=NOW) == 1
    states = list(Job.objects.order_by("pk").values_list("state", "reason"))
    assert states == [("cancelled", "cancelled by L1"), ("cancelled", "cancelled by L2")]
    assert not cancel_job(TOY, Job.objects.first(), actor="L1", now=NOW)


def test_a_lost_job_that_was_cancelled_ends():
    job = ordered()
    lose(job)
    cancel_job(TOY, job, actor="L1", now=NOW)
    assert do_jobs(TOY, now=NOW + timedelta(minutes=61)) == 0
    assert (Job.objects.get().state, Job.objects.get().reason) == ("cancelled", "cancelled by L1")


def test_a_job_whose_process_of_this_machine_is_gone_is_free_before_its_lease_is_over():
    job = ordered()
    take_job(job=job, lease=HOUR, now=NOW)
    assert free_lost_jobs(kind="toy", now=NOW) == 0
    machine, _, token = job.holder.rsplit(":", 2)
    Job.objects.update(holder=f"{machine}:4194305:{token}")  # beyond the highest number of a process
    assert free_lost_jobs(kind="toy", now=NOW) == 1
    assert Job.objects.get().state == "waiting"


def test_what_is_ordered_again_is_nobodys():
    job = ordered()
    take_job(job=job, lease=HOUR, now=NOW)
    assert order_again(jobs=Job.objects.all(), now=NOW + HOUR) == 1
    assert not release_job(job=job)
    job.refresh_from_db()
    assert (job.state, job.tries, job.ordered_at) == ("waiting", 0, NOW + HOUR)


def test_the_time_left_goes_by_the_pace_of_this_go():
    job = ordered()
    assert time_left(job, NOW) is None
    take_job(job=job, lease=HOUR, now=NOW)
    assert time_left(job, NOW) is None
    Job.objects.update(total=100, done=40, done_since=20)
    job.refresh_from_db()
    assert time_left(job, NOW + timedelta(minutes=5)) == timedelta(minutes=15)


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "running"},
        {"leased_until": NOW},
        {"holder": "elsewhere:1:abc"},
        {"done": 1},
        {"done": 2, "done_since": 3, "total": 2},
        {"finished_at": NOW},
        {"state": "done"},
        {"state": "failed", "finished_at": NOW},
        {"state": "cancelled", "finished_at": NOW},
        {"state": "lost"},
        {"kind": ""},
    ],
    ids=str,
)
def test_the_database_refuses_what_no_job_can_be(wrong):
    ordered()
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.update(**wrong)
