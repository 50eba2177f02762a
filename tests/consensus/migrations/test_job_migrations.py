"""Reports, studies, exports and runs of an earlier version get their jobs, and lose nothing on the way back."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from benchmark.models import Run
from consensus.models import Export
from moments.models import Campaign, Job
from tests.factories import NOW

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("consensus", "0005_field_ranges"), ("evaluation", "0001_initial"), ("moments", "0005_field_ranges")]
PLAN = {"queries": 1, "top": 2, "others": 3, "people": ["A1"], "seed": 4}


def before() -> StateApps:
    """The tables of the version before, and its models."""
    MigrationExecutor(connection).migrate(BEFORE)
    return MigrationExecutor(connection).loader.project_state(BEFORE).apps


def upgrade() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def job_of(campaign: Campaign, kind: str) -> tuple[object, ...]:
    job = Job.objects.get(campaign=campaign, kind=kind)
    return job.state, job.actor, job.tries, job.leased_until, job.finished_at, job.outcome, job.reason


HOUR, HALF = timedelta(hours=1), timedelta(minutes=30)
ROWS = {
    "waiting": {"state": "making"},
    "running": {"state": "making", "taken_at": NOW},
    "ready": {"state": "ready", "taken_at": NOW},
    "failed": {"state": "failed", "taken_at": NOW},
}


def test_orders_and_exports_of_every_state_get_their_jobs() -> None:
    if (
        "consensus" in MigrationExecutor(connection).loader.unmigrated_apps
    ):  # tables without migrations: a run of its own
        run = [sys.executable, "-m", "pytest", "--migrations", "-p", "no:xdist", "-q", __file__]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        return
    try:
        upgraded_and_back(before())
    finally:
        upgrade()


def upgraded_and_back(then: StateApps) -> None:
    campaigns = {}
    for state, row in ROWS.items():
        campaign = then.get_model("moments", "Campaign").objects.create(slug=state, title=state, created_at=NOW, seed=1)
        campaigns[state] = campaign.pk
        tries = {"attempts": int("taken_at" in row)}
        failure = {"failure": "no space left on device"} if state == "failed" else {}
        order = {"campaign": campaign, "actor": "L1", "asked_at": NOW}
        then.get_model("consensus", "ReportOrder").objects.create(**order, **row, **tries, **failure)
        said = {"said": {"ready": "Study 1: 5 pairs.", "failed": "no people"}.get(state, "")}
        then.get_model("consensus", "StudyOrder").objects.create(**order, **row, **said, plan=PLAN, encoder="lexical")
        ready = {"ready_at": NOW + HOUR, "path": "exports/1.zip", "sha256": "0" * 64} if state == "ready" else {}
        then.get_model("consensus", "Export").objects.create(
            campaign=campaign, number=1, formats="tvr", actor="admin", made_at=NOW, **row, **tries, **failure, **ready
        )
        run = {"waiting": "waiting", "running": "scoring", "ready": "scored", "failed": "failed"}[state]
        sent = {"uploaded_by": "L1", "uploaded_at": NOW - HOUR, "since": NOW}
        then.get_model("evaluation", "Run").objects.create(
            campaign=campaign,
            number=7,
            name="mine",
            kind="uploaded",
            stored=state,
            state=run,
            reason=failure.get("failure", ""),
            tries=tries["attempts"],
            **sent,
        )
    upgrade()
    of = {state: Campaign.objects.get(pk=key) for state, key in campaigns.items()}
    full = "no space left on device"
    assert [job_of(of[state], "report") for state in ROWS] == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HOUR, None, "", ""),
        ("done", "L1", 1, None, NOW, "", ""),
        ("failed", "L1", 1, None, NOW, "", full),
    ]
    assert [job_of(of[state], "study") for state in ROWS] == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HALF, None, "", ""),
        ("done", "L1", 1, None, NOW, "Study 1: 5 pairs.", ""),
        ("failed", "L1", 1, None, NOW, "", "no people"),
    ]
    assert {job.order["encoder"] for job in Job.objects.filter(kind="study", order__plan=PLAN)} == {"lexical"}
    assert [job_of(of[state], "export") for state in ROWS] == [
        ("waiting", "admin", 0, None, None, "", ""),
        ("running", "admin", 1, NOW + HOUR, None, "", ""),
        ("done", "admin", 1, None, NOW + HOUR, "", ""),
        ("failed", "admin", 1, None, NOW, "", full),
    ]
    assert [job_of(of[state], "run") for state in ROWS] == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HALF, None, "", ""),
        ("done", "L1", 1, None, NOW, "", ""),
        ("failed", "L1", 1, None, NOW, "", full),
    ]
    assert {(run.number, run.job.number) for run in Run.objects.all()} == {(7, 7)}
    states = {export.campaign.slug: export.state for export in Export.objects.all()}
    assert states == {"waiting": "making", "running": "making", "ready": "ready", "failed": "failed"}

    back = before()
    found = back.get_model("consensus", "Export").objects.order_by("pk").values_list("state", "actor", "made_at")
    assert list(found) == [
        ("making", "admin", NOW),
        ("making", "admin", NOW),
        ("ready", "admin", NOW),
        ("failed", "admin", NOW),
    ]
    assert list(
        back.get_model("consensus", "StudyOrder").objects.order_by("campaign").values_list("said", flat=True)
    ) == [
        "",
        "",
        "Study 1: 5 pairs.",
        "no people",
    ]
    runs = back.get_model("evaluation", "Run").objects.order_by("pk").values_list("state", "since", "tries", "reason")
    assert list(runs) == [
        ("waiting", NOW, 0, ""),
        ("scoring", NOW, 1, ""),
        ("scored", NOW, 1, ""),
        ("failed", NOW, 1, full),
    ]
    upgrade()
    assert Job.objects.count() == 16
    Run.objects.all().delete()
    Export.objects.all().delete()
    Job.objects.all().delete()
