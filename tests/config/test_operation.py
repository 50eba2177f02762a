"""Health, readiness, figures for Prometheus, the log's lines, and the limits of tasks."""

from __future__ import annotations

import json
import logging
import re
from datetime import timedelta

import pytest
from celery import current_app, shared_task
from django.test import Client
from django.utils import timezone
from kombu import Connection

from config.checks import task_limits
from config.monitoring import health
from config.monitoring.log_lines import JsonLine
from config.workers.beat import FileLock
from console.management.commands.run_worker import sweep_once
from moments.base.log_context import begin_request, note_seats
from moments.jobs.services.beats import Pulse, note_beat
from moments.jobs.services.leases import end_job, order_job
from moments.jobs.services.steps import clear_mark, mark_failure
from moments.models import Campaign, WorkerBeat
from tests.factories import NOW, make_admin, make_campaign, opened_campaign

TOKEN = "t" * 30


@pytest.mark.django_db
def test_a_process_whose_database_answers_is_ready(settings):
    settings.REDIS_URL = ""

    answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "migrations": "ok", "broker": "ok"})


@pytest.mark.django_db
def test_a_process_without_its_broker_is_alive_and_not_ready(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert Client().get("/healthz").status_code == 200
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, "does not answer")


@pytest.mark.django_db
def test_a_database_without_the_newest_migration_is_not_ready(monkeypatch):
    monkeypatch.setattr(health, "_migrated", [])
    monkeypatch.setattr("config.monitoring.health.MigrationExecutor.migration_plan", lambda self, targets: ["one"])

    assert Client().get("/readyz").json()["migrations"] == "not applied"


@pytest.mark.django_db
def test_figures_are_for_whoever_has_the_token(settings):
    settings.METRICS_TOKEN = TOKEN
    campaign, _ = opened_campaign(people=0, pairs=3)
    Campaign.objects.update(swept_at=None)
    mark_failure(step="rule on pairs", campaign=campaign, error=ValueError(), now=NOW)
    clear_mark(mark_failure(step="rule on pairs", campaign=campaign, error=ValueError(), now=NOW))
    mark_failure(step="make exports", campaign=None, error=ValueError(), now=NOW)

    assert Client().get("/metrics").status_code == 404
    assert Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 404
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    text = answer.content.decode()
    assert 'reelevance_seats{state="open"} 6.0' in text
    assert "reelevance_sweep_lag_seconds 0.0" in text
    assert 'reelevance_disk_free_bytes{disk="data"}' in text
    assert 'reelevance_step_failures_total{campaign="films",step="rule on pairs"} 2.0' in text
    assert 'reelevance_step_failing{campaign="films",step="rule on pairs"} 0.0' in text
    assert 'reelevance_step_failures_total{campaign="",step="make exports"} 1.0' in text
    assert 'reelevance_step_failing{campaign="",step="make exports"} 1.0' in text


@pytest.mark.django_db
def test_jobs_of_every_kind_that_failed_for_good_are_counted(settings):
    settings.METRICS_TOKEN = TOKEN
    campaign = make_campaign()
    for number, (kind, state) in enumerate(
        [("rewriting", "failed"), ("run", "failed"), ("run", "failed"), ("run", "done")]
    ):
        job = order_job(campaign=campaign, kind=kind, actor="L1", now=NOW, number=number)
        end_job(job=job, state=state, now=NOW, reason="the endpoint refused the key" if state == "failed" else "")

    text = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()

    counted = dict(re.findall(r'reelevance_failures{what="(\w+)"} (\d+)', text))
    assert counted == {
        **{"clips": "0", "videos": "0", "exports": "0", "reports": "0", "studies": "0"},
        **{"runs": "2", "measures": "0", "stability": "0", "rewriting": "1", "captions": "0", "rewrites": "0"},
        **{"rankings": "0", "openings": "0", "sweeps": "0", "checks": "0", "archives": "0", "copies": "0"},
        **{"additions": "0", "preparations": "0", "tests": "0", "restores": "0"},
    }
    client = Client()
    client.force_login(make_admin())
    page = client.get("/operation/").content.decode()
    assert '<tr><th scope="row">rewriting</th><td class="number">1</td></tr>' in page


@pytest.mark.django_db
def test_without_a_token_in_the_settings_nobody_gets_figures(settings):
    settings.METRICS_TOKEN = ""

    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("campaigns", [1, 3])
def test_the_page_asks_as_much_for_three_campaigns_as_for_one(campaigns, django_assert_num_queries, settings):
    settings.REDIS_URL = ""
    for number in range(campaigns):
        campaign, _ = opened_campaign(f"films-{number}", people=0, pairs=1)
        mark_failure(step="rule on pairs", campaign=campaign, error=ValueError("no such level"), now=NOW)
    client = Client()
    client.force_login(make_admin())

    with django_assert_num_queries(9):
        answer = client.get("/operation/")
    assert answer.content.decode().count('<strong class="late">late</strong>') == campaigns + 3  # and three queues
    assert b"Embedded mode has no broker" in answer.content
    assert answer.content.count(b"<strong>ValueError</strong> no such level") == campaigns


@pytest.mark.django_db
def test_an_admin_sees_what_fails_and_has_it_tried_at_once(settings):
    settings.REDIS_URL = ""
    campaign, _ = opened_campaign(people=0, pairs=1)
    client = Client()
    client.force_login(make_admin())
    assert "No step is failing." in client.get("/operation/").content.decode()

    for _ in range(8):
        mark = mark_failure(step="rule on pairs", campaign=campaign, error=KeyError("ada"), now=timezone.now())
    page = client.get("/operation/").content.decode()
    assert ("rule on pairs" in page, "ada" in page, "next round" in page) == (True, False, False)
    answer = client.post(f"/operation/steps/{mark.pk}/try-again/", follow=True).content.decode()
    assert ("try “rule on pairs” again" in answer, "next round" in answer) == (True, True)

    mark.refresh_from_db()
    clear_mark(mark)
    answer = client.post(f"/operation/steps/{mark.pk}/try-again/", follow=True).content.decode()
    assert ("has succeeded in the meantime" in answer, "No step is failing." in answer) == (True, True)
    assert client.post("/operation/steps/999/try-again/").status_code == 404
    assert client.get(f"/operation/steps/{mark.pk}/try-again/").status_code == 405


@pytest.mark.django_db
def test_the_page_says_that_the_broker_is_away(settings):
    settings.REDIS_URL = settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    client = Client()
    client.force_login(make_admin())

    assert b"The broker is not answering" in client.get("/operation/").content


def test_a_line_of_the_log_names_the_request_and_its_seats():
    begin_request("abcdef-123456")
    note_seats(["seat-1"])
    record = logging.LogRecord("reelevance.x", logging.INFO, "", 1, "%s saved", (1,), None)
    record.fields = {"status": 200}

    line = json.loads(JsonLine().format(record))

    begin_request("")
    del line["time"]
    assert line == {
        "level": "info",
        "logger": "reelevance.x",
        "message": "1 saved",
        "status": 200,
        "request": "abcdef-123456",
        "seats": ["seat-1"],
    }


@pytest.mark.django_db
def test_an_answer_carries_the_id_that_the_proxy_gave_or_one_of_its_own():
    assert Client().get("/healthz", headers={"X-Request-ID": "abcdef-123456"})["X-Request-ID"] == "abcdef-123456"
    made = [Client().get("/healthz", headers={"X-Request-ID": "a\tb<script>"})["X-Request-ID"] for _ in range(2)]
    assert len(set(made)) == 2
    assert all(len(one) == 16 for one in made)


def test_every_task_ends_before_its_message_is_given_to_another():
    assert task_limits(None) == []


def test_what_beat_sends_can_be_sent():
    """Celery refuses limits that do not fit together when it sends, not when it reads them."""
    for entry in [*current_app.conf.beat_schedule.values(), {"task": "moments.tasks.cut_video", "options": {}}]:
        with Connection("memory://") as broker:
            sent = current_app.tasks[entry["task"]].apply_async(connection=broker, **entry["options"])
        assert sent.id


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("evaluation.tasks.score_runs", "benchmark.tasks.score_runs"),
        ("consensus.tasks.send_digests", "console.tasks.send_digests"),
    ],
)
@pytest.mark.django_db
def test_a_message_under_a_name_of_the_version_before_is_still_taken(old, new):
    current_app.loader.import_default_modules()
    router = current_app.amqp.router
    assert current_app.tasks[old].apply().successful()
    assert router.route({}, old)["queue"].name == router.route({}, new)["queue"].name


@pytest.mark.parametrize(
    "limits",
    [{"time_limit": 20, "soft_time_limit": 4}, {"time_limit": 4}, {"time_limit": 4, "soft_time_limit": 4}],
    ids=["outlasts its message", "soft limit of the settings above its hard one", "soft limit as its hard one"],
)
def test_a_task_whose_limits_do_not_fit_stops_the_start(settings, limits):
    @shared_task(name="tests.misfit", **limits)
    def misfit() -> None:
        pass

    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 5}
    try:
        found = [error for error in task_limits(None) if error.msg.startswith("tests.misfit:")]
    finally:
        current_app.tasks.pop("tests.misfit")
    assert [error.id for error in found] == ["reelevance.E001"]


def test_one_beat_of_a_machine_sends_and_another_waits(tmp_path):
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")

    assert [first.held(), second.held(), first.held()] == [True, False, True]
    first._file.close()
    assert second.held()


@pytest.mark.django_db
def test_operation_says_which_work_stands_still_and_since_when(settings, client):
    client.force_login(make_admin())

    def headings() -> list[str]:
        page = client.get("/operation/").content.decode()
        assert 'hx-get="/operation/" hx-trigger="every 10s" hx-select="#operation-body"' in page
        return re.findall(r'<h2 class="late">(.*?)</h2>', page)

    settings.REDIS_URL = ""
    everything = (
        "no verdicts are being made, nothing is being cut, exported or archived, nothing is being ranked, scored"
    )
    assert [words.startswith(f"No worker has been seen: {everything}") for words in headings()] == [True]
    now = timezone.now()
    note_beat(name="worker@here", queues={"settle", "cut", "rank"}, now=now - timedelta(minutes=4, seconds=5))
    assert headings()[0].replace("\xa0", " ").startswith("Worker last seen 4 minutes ago: no verdicts are being made")
    sweep_once(Pulse())
    assert headings() == []

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    WorkerBeat.objects.all().delete()
    note_beat(name="settle@a", queues=["settle"], now=now)
    note_beat(name="long@a", queues=["rank", "cut"], now=now - timedelta(minutes=9))
    note_beat(name="rank@b", queues=["rank"], now=now - timedelta(seconds=50))
    assert [words.replace("\xa0", " ") for words in headings()] == [
        "Worker last seen 9 minutes ago on the queue cut: nothing is being cut, exported or archived"
    ]
    note_beat(name="long@a", queues=["rank", "cut"], now=now)
    assert (headings(), WorkerBeat.objects.count()) == ([], 3)
    note_beat(name="long@c", queues=["cut"], now=now + timedelta(days=8))
    assert list(WorkerBeat.objects.values_list("name", flat=True)) == ["long@c"]
