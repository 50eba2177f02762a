"""Reports, studies, exports, runs and rewriting runs of an earlier version get their jobs, and keep them on the way."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from benchmark.models import Run
from consensus.models import Export
from moments.models import Campaign, Job, RewriteRun
from tests.factories import NOW
from tests.rig.migrated import own_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
BEFORE = [("consensus", "0005_field_ranges"), ("evaluation", "0001_initial"), ("moments", "0005_field_ranges")]
WITH_JOBS = [("consensus", "0009_export_jobs"), ("evaluation", "0002_run_jobs"), ("moments", "0008_rewrite_jobs")]
PLAN = {"queries": 1, "top": 2, "others": 3, "people": ["A1"], "seed": 4}
HOUR, HALF, LEASE = timedelta(hours=1), timedelta(minutes=30), timedelta(minutes=2)
FULL = "no space left on device"
ROWS = {
    "waiting": {"state": "making"},
    "running": {"state": "making", "taken_at": NOW},
    "ready": {"state": "ready", "taken_at": NOW},
    "failed": {"state": "failed", "taken_at": NOW},
}
REWRITE_RUNS = {
    "waiting": {},
    "running": {"holder": "here:7:abc", "leased_until": NOW + LEASE, "stop_asked": True},
    "ready": {"ended_at": NOW + HOUR},
    "failed": {"ended_at": NOW + HOUR, "reason": "its process was interrupted"},
}


def migrated_to(*targets: tuple[str, str]) -> StateApps:
    """Take the database to those migrations, one by one; the models as they are there."""
    _step_by_step().migrate(list(targets))
    return _step_by_step().loader.project_state(list(targets)).apps


class EveryMigration(MigrationLoader):
    """Without those that squash others: a squashed migration has no way back to one of those it stands for."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {key: one for key, one in self.disk_migrations.items() if not one.replaces}


def _step_by_step() -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.loader = EveryMigration(connection)
    return executor


def upgrade() -> None:
    """Every migration."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.servers
def test_orders_and_results_of_every_state_get_their_jobs_and_lose_nothing_on_the_way_back() -> None:
    """In a database of its own: there and back are seconds of work, and the session's tables need neither.

    The same on SQLite: `tests/moments/migrations/test_upgrade.py`, in a process with migrations.
    """
    with own_database():
        store(migrated_to(*BEFORE))
        upgrade()
        everything_has_jobs()
        nothing_is_lost(migrated_to(*BEFORE))
        assert migrated_to(*WITH_JOBS).get_model("moments", "Job").objects.count() == 20


def everything_has_jobs() -> None:
    """What was stored before has jobs now."""
    orders_have_jobs()
    results_have_jobs()
    rewriting_runs_have_jobs()


def store(then: StateApps) -> None:
    """A campaign for each state, with an order and a result of every kind in it."""
    for state, row in ROWS.items():
        campaign = then.get_model("moments", "Campaign").objects.create(slug=state, title=state, created_at=NOW, seed=1)
        tries = {"attempts": int("taken_at" in row)}
        failure = {"failure": FULL} if state == "failed" else {}
        order = {"campaign": campaign, "actor": "L1", "asked_at": NOW}
        then.get_model("consensus", "ReportOrder").objects.create(**order, **row, **tries, **failure)
        outcome = {"said": {"ready": "Study 1: 5 pairs.", "failed": "no people"}.get(state, "")}
        then.get_model("consensus", "StudyOrder").objects.create(**order, **row, **outcome, plan=PLAN, encoder="lexical")
        ready = {"ready_at": NOW + HOUR, "path": "exports/1.zip", "sha256": "0" * 64} if state == "ready" else {}
        then.get_model("consensus", "Export").objects.create(
            campaign=campaign, number=1, formats="tvr", actor="admin", made_at=NOW, **row, **tries, **failure, **ready
        )
        then.get_model("evaluation", "Run").objects.create(
            campaign=campaign,
            number=7,
            name="mine",
            kind="uploaded",
            stored=state,
            state={"running": "scoring", "ready": "scored"}.get(state, state),
            reason=failure.get("failure", ""),
            tries=tries["attempts"],
            uploaded_by="L1",
            uploaded_at=NOW - HOUR,
            since=NOW,
        )
        then.get_model("moments", "RewriteRun").objects.create(
            campaign=campaign, method="model", actor="admin", ordered_at=NOW, tokens_in=9, **REWRITE_RUNS[state]
        )


def jobs_of(kind: str) -> list[tuple[object, ...]]:
    """What the jobs of the kind say, by the state of their row before."""
    columns = ("state", "actor", "tries", "leased_until", "finished_at", "outcome", "reason")
    jobs = {job[0]: job[1:] for job in Job.objects.filter(kind=kind).values_list("campaign__slug", *columns)}
    return [jobs[state] for state in ROWS]


def orders_have_jobs() -> None:
    assert jobs_of("report") == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HOUR, None, "", ""),
        ("done", "L1", 1, None, NOW, "", ""),
        ("failed", "L1", 1, None, NOW, "", FULL),
    ]
    assert jobs_of("study") == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HALF, None, "", ""),
        ("done", "L1", 1, None, NOW, "Study 1: 5 pairs.", ""),
        ("failed", "L1", 1, None, NOW, "", "no people"),
    ]
    assert {job.order["encoder"] for job in Job.objects.filter(kind="study", order__plan=PLAN)} == {"lexical"}


def results_have_jobs() -> None:
    assert jobs_of("export") == [
        ("waiting", "admin", 0, None, None, "", ""),
        ("running", "admin", 1, NOW + HOUR, None, "", ""),
        ("done", "admin", 1, None, NOW + HOUR, "", ""),
        ("failed", "admin", 1, None, NOW, "", FULL),
    ]
    assert jobs_of("run") == [
        ("waiting", "L1", 0, None, None, "", ""),
        ("running", "L1", 1, NOW + HALF, None, "", ""),
        ("done", "L1", 1, None, NOW, "", ""),
        ("failed", "L1", 1, None, NOW, "", FULL),
    ]
    assert {(run.number, run.job.number) for run in Run.objects.all()} == {(7, 7)}
    states = {export.campaign.slug: export.state for export in Export.objects.all()}
    assert states == {"waiting": "making", "running": "making", "ready": "ready", "failed": "failed"}


def rewriting_runs_have_jobs() -> None:
    stopped = "stopped by an admin"
    assert jobs_of("rewriting") == [
        ("waiting", "admin", 0, None, None, "", ""),
        ("running", "admin", 1, NOW + LEASE, None, "", stopped),
        ("done", "admin", 0, None, NOW + HOUR, "", ""),
        ("failed", "admin", 0, None, NOW + HOUR, "", "its process was interrupted"),
    ]
    assert {(run.campaign, run.tokens_in) for run in RewriteRun.objects.select_related("job__campaign")} == {
        (campaign, 9) for campaign in Campaign.objects.all()
    }
    assert all(run.job.campaign == run.campaign for run in RewriteRun.objects.all())
    held = Job.objects.get(kind="rewriting", state="running")
    assert (held.holder, held.cancel_asked) == ("here:7:abc", True)


def nothing_is_lost(then: StateApps) -> None:
    found = then.get_model("consensus", "Export").objects.order_by("pk").values_list("state", "actor", "made_at")
    states = ["making", "making", "ready", "failed"]
    assert list(found) == [(state, "admin", NOW) for state in states]
    studies = then.get_model("consensus", "StudyOrder").objects.order_by("campaign").values_list("said", flat=True)
    assert list(studies) == ["", "", "Study 1: 5 pairs.", "no people"]
    runs = then.get_model("evaluation", "Run").objects.order_by("pk").values_list("state", "since", "tries", "reason")
    assert list(runs) == [
        ("waiting", NOW, 0, ""),
        ("scoring", NOW, 1, ""),
        ("scored", NOW, 1, ""),
        ("failed", NOW, 1, FULL),
    ]
    columns = ("holder", "leased_until", "stop_asked", "ended_at", "reason")
    blank = {"holder": "", "leased_until": None, "stop_asked": False, "ended_at": None, "reason": ""}
    rewritten = then.get_model("moments", "RewriteRun").objects.order_by("pk").values("actor", "ordered_at", *columns)
    assert list(rewritten) == [{"actor": "admin", "ordered_at": NOW, **blank, **row} for row in REWRITE_RUNS.values()]
