"""A platform without a server that has worked under an older version takes the newest migrations."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config.environment import BASE_DIR

pytestmark = pytest.mark.long

WORKED = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from annotator.models import ResetLink
from annotator.people.services.resets import make_reset_link
from tests.factories import NOW, make_admin, opened_campaign, score_all, settle

def triggers():
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        return cursor.fetchall()

call_command("migrate", verbosity=0)
newest = triggers()
campaign, members = opened_campaign(people=2, pairs=3)
score_all(members, 3)
settle(campaign)
make_reset_link(member=members[0], issuer=make_admin(), now=NOW, actor="admin")
for app, migration in (("consensus", "0004"), ("annotator", "0008"), ("moments", "0003")):
    call_command("migrate", app, migration, verbosity=0)
call_command("migrate", verbosity=0)
assert newest and triggers() == newest
assert [(link.issued_by, link.revoked_at is None) for link in ResetLink.objects.all()] == [(None, False)]
call_command("verify_campaign", campaign.slug)
"""


@pytest.mark.slow
def test_migrations_rebuild_tables_that_triggers_read_and_end_links_that_nobody_issued(tmp_path) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env = {**inherited, "REELEVANCE_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", WORKED], cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "films: 0 breaches\n"), done.stderr[-2000:]
