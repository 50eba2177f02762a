"""A platform without a server that has worked under older versions takes the newest migrations."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.environment import BASE_DIR

pytestmark = pytest.mark.long

# Every way through the migrations is seconds of work, so both upgrades share one database.
WORKED = """
import gc
gc.set_threshold(300_000, 30, 30)  # looking for garbage among the models of each state took a sixth of the time
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from annotator.models import ResetLink
from annotator.people.services.resets import make_reset_link
from moments.models import Job
from tests.consensus.migrations import test_job_migrations as jobs
from tests.factories import NOW, make_admin, opened_campaign, score_all, settle
from tests.rig.old_models import make_old_models_cheaply

make_old_models_cheaply()

def triggers():
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        return cursor.fetchall()

jobs.store(jobs.migrated_to(*jobs.BEFORE))
call_command("migrate", verbosity=0)
jobs.everything_has_jobs()
newest = triggers()
campaign, members = opened_campaign(people=2, pairs=3)
score_all(members, 3)
settle(campaign)
make_reset_link(member=members[0], issuer=make_admin(), now=NOW, actor="admin")
jobs.nothing_is_lost(jobs.migrated_to(*jobs.BEFORE))
jobs.migrated_to(("consensus", "0004_study_order"), ("annotator", "0008_seats_parted"),
                 ("moments", "0003_pipeline_desk_and_team"))
call_command("migrate", verbosity=0)
assert Job.objects.count() == 20
assert newest and triggers() == newest
assert [(link.issued_by, link.revoked_at is None) for link in ResetLink.objects.all()] == [(None, False)]
call_command("verify_campaign", campaign.slug)
"""


@pytest.mark.slow
def test_migrations_rebuild_tables_that_triggers_read_end_links_that_nobody_issued_and_lose_no_job(tmp_path) -> None:
    assert run("-c", WORKED, folder=tmp_path / "old") == "films: 0 breaches\n"
    run("manage.py", "migrate", "-v", "0", folder=tmp_path / "new")
    old, new = schema(tmp_path / "old"), schema(tmp_path / "new")
    assert {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)} == set()
    assert len(new) > 500


def run(*arguments: str, folder: Path) -> str:
    """What Python says when it has run that on the platform of that folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env = {**inherited, "REELEVANCE_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def schema(folder: Path) -> dict[str, list[str]]:
    """Every table, index and trigger: its statement in parts, whose order does not count."""
    with closing(sqlite3.connect(folder / "reelevance.sqlite3")) as file:
        rows = file.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: sorted(re.split(r",\s*(?=CONSTRAINT|\")|\(|\)", sql)) for name, sql in rows}
