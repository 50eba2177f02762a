"""A campaign moves from PostgreSQL to SQLite and is the same: what its archive holds is equal to the byte."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.db import connection

from archive.writing.services import archive_campaign
from config.environment import BASE_DIR
from tests.archive.scenes import full_campaign

pytestmark = [pytest.mark.servers, pytest.mark.django_db]
# Tables without migrations, which take long on SQLite; what the platform knows is then what the archive names.
THERE_AND_BACK = """
import sys
from pathlib import Path
import django
from django.conf import settings
django.setup()
settings.MIGRATION_MODULES = dict.fromkeys(
    ("moments annotator consensus evaluation admin auth contenttypes sessions axes").split()
)
from django.core.management import call_command
call_command("migrate", run_syncdb=True, verbosity=0)
import archive.restoring.services.restoring as restoring
restoring.applied_migrations = lambda: {app: "9999" for app in ("moments", "annotator", "consensus", "evaluation")}
call_command("restore_campaign", sys.argv[1])
call_command("verify_campaign", "films")
call_command("archive_campaign", "films", out=Path(sys.argv[2]))
"""


@pytest.fixture(autouse=True)
def own_folders(settings, tmp_path):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]  # which the other process knows
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    clips = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(tmp_path / "clips")}}
    settings.STORAGES = {**settings.STORAGES, "clips": clips}


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist() if name != "manifest.json"}


def test_a_campaign_of_postgresql_is_the_same_on_sqlite(tmp_path):
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    first, second = tmp_path / "first", tmp_path / "second"
    archive_campaign(campaign=full_campaign(), out=first)
    env = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REELEVANCE_DATA_DIR": str(tmp_path / "embedded"),
        "PYTHONPATH": str(BASE_DIR),
    }

    command = [sys.executable, "-c", THERE_AND_BACK, str(first), str(second)]
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-3000:]
    assert entries(second) == entries(first)
