"""A toy job, listed only here, is run by workers, sent by beat and cancelled by leads; so is everything listed."""

from __future__ import annotations

from datetime import datetime

import pytest
from celery import current_app

from config.checks import task_limits
from config.jobs import register_tasks
from console.management.commands.run_worker import sweep_once
from console.operation.selectors import failures
from moments.jobs.selectors import newest_job
from moments.jobs.services.background import BACKGROUND_JOBS, BackgroundJob, Orders, beat_schedule, task_routes
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_job
from moments.models import Job
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, lose, make_campaign

pytestmark = pytest.mark.django_db


def count(job: Job, go: Go) -> str:
    go.begin(2)
    go.advance(2)
    return "counted"


TOY = JobKind("toy", "count", count)


def count_all(*, now: datetime) -> int:
    return do_jobs(TOY, now=now)


TOYS = Orders(TOY, many="toys", page="campaign-report")
LISTED = BackgroundJob(TOY.step, count_all, ("tests.count", "tests.count_before"), "cut", (4, 5), 7.0, orders=TOYS)


@pytest.fixture
def listed():
    """The toy as one more line of the list."""
    BACKGROUND_JOBS.append(LISTED)
    register_tasks(LISTED)
    yield
    BACKGROUND_JOBS.remove(LISTED)
    for name in LISTED.tasks:
        current_app.tasks.pop(name)


def test_embedded_modes_worker_does_it(listed):
    campaign = make_campaign()
    order_job(campaign=campaign, kind="toy", actor="L1", now=NOW)
    sweep_once()
    job = newest_job(campaign, "toy")
    assert (job.state, job.outcome, job.done, job.total) == ("done", "counted", 2, 2)


def test_beat_sends_it_to_its_queue_and_a_celery_worker_does_it(listed):
    assert beat_schedule([LISTED]) == {"count": {"task": "tests.count", "schedule": 7.0, "options": {"expires": 14.0}}}
    assert task_routes([LISTED]) == {"tests.count": {"queue": "cut"}, "tests.count_before": {"queue": "cut"}}
    campaign = make_campaign()
    for name in LISTED.tasks:
        order_job(campaign=campaign, kind="toy", actor="L1", now=NOW)
        current_app.tasks[name]()
    assert list(Job.objects.values_list("state", flat=True)) == ["done", "done"]
    assert (current_app.tasks["tests.count"].soft_time_limit, current_app.tasks["tests.count"].time_limit) == (4, 5)
    assert task_limits(None) == []


def test_it_is_given_up_after_three_goes_with_the_reason(listed):
    job = order_job(campaign=make_campaign(), kind="toy", actor="L1", now=NOW)
    lose(job, tries=3)
    sweep_once()
    assert (Job.objects.get().state, Job.objects.get().reason) == ("failed", TOY.cut_off)


def test_leads_cancel_it_and_operation_counts_what_failed(listed, client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    job = order_job(campaign=campaign, kind="toy", actor="L1", now=NOW)
    assert client.post(f"/c/films/jobs/{job.pk}/cancel/").url == "/c/films/report/"
    assert Job.objects.get().state == "cancelled"
    lose(order_job(campaign=campaign, kind="toy", actor="L1", now=NOW), tries=3)
    sweep_once()
    assert failures()["toys"] == 1


def test_what_is_not_listed_is_neither_cancelled_nor_counted(client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    job = order_job(campaign=campaign, kind="toy", actor="L1", now=NOW)
    assert client.post(f"/c/films/jobs/{job.pk}/cancel/").status_code == 404
    assert list(failures()) == [
        *("clips", "videos", "exports", "reports", "studies", "runs", "measures", "stability"),
        *("rewriting", "captions", "rewrites"),
        *("rankings", "tests", "openings", "sweeps", "checks", "archives", "copies", "restores", "additions"),
        "preparations",
    ]


def test_whatever_is_listed_is_there():
    current_app.loader.import_default_modules()
    steps = [job.step for job in BACKGROUND_JOBS]
    names = [name for job in BACKGROUND_JOBS for name in job.tasks]
    assert len(set(steps)) == len(steps)
    assert {name for name in current_app.tasks if not name.startswith("celery.")} == set(names)
    assert task_routes(BACKGROUND_JOBS) == current_app.conf.task_routes


def test_what_both_run_are_the_same_jobs():
    sent = {job.step for job in BACKGROUND_JOBS if job.every_s}
    done = {job.step for job in BACKGROUND_JOBS if job.turn}
    assert sent == done == set(current_app.conf.beat_schedule)
    assert [job.turn[0] for job in BACKGROUND_JOBS if job.turn] == [
        "settle campaigns",
        "make exports",
        "make reports",
        "make studies",
        "score runs",
        "begin to study measures",
        "begin to study how sure orders are",
        "begin to rewrite captions",
        "begin to write captions",
        "begin to rewrite captions of twins",
        "begin to rank candidates",
        "cut tests",
        "open campaigns",
        "settle when asked",
        "verify campaigns",
        "archive campaigns",
        "begin to copy campaigns",
        "begin to restore campaigns",
        "begin to add videos",
        "begin to prepare videos for marking",
        "clear uploads",
        "send digests",
        "begin to cut clips",
    ]
