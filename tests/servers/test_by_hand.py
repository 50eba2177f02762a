"""The commands of docs/deploy.md, as they stand, on a real PostgreSQL, Redis, gunicorn, workers and beat."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2
import pytest
import redis
from django.db import connection, connections

from config.environment import BASE_DIR
from tests.rig.ports import free_port
from tests.servers.s3 import stop

pytestmark = [pytest.mark.servers, pytest.mark.long]
BLOCK = re.compile(r"<!-- run: (\w+) -->\n```sh\n(.*?)```", re.DOTALL)
REDIS_NUMBER = 11
WITHIN_S = 120.0


class Page:
    """The page's blocks with this run's names, ports and folders put in place of the page's."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        server = urlsplit(os.environ["DATABASE_URL"])
        at = f"{server.hostname}:{server.port or 5432}"
        admin = f"-h {server.hostname} -p {server.port or 5432} -U {server.username}"
        self.folder, self.name, self.port = folder, name, port
        broker = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{REDIS_NUMBER}").geturl()
        self._put = {
            "sudo -u postgres psql": f"psql {admin} -d postgres",
            "sudo -u postgres createdb": f"createdb {admin}",
            "ROLE reelevance": f"ROLE {name}",
            "--owner reelevance reelevance": f"--owner {name} {name} --template {connection.settings_dict['NAME']}",
            "--owner reelevance restored": f"--owner {name} {name}_restored",
            "reelevance:DB_PASSWORD@127.0.0.1:5432/reelevance": f"{name}:DB_PASSWORD@{at}/{name}",
            "reelevance:DB_PASSWORD@127.0.0.1:5432/restored": f"{name}:DB_PASSWORD@{at}/{name}_restored",
            "redis://127.0.0.1:6379/0": broker,
            "=SECRET ": f"={secrets.token_hex(32)} ",
            "=TOKEN ": f"={'t' * 32} ",
            "ADMIN_PASSWORD": "a good long password",
            "/var/lib/reelevance": str(folder / "data"),
            "/srv/backups": str(folder / "backups"),
            "127.0.0.1:8000": f"127.0.0.1:{port}",
            "make venv": "true",
            "DB_PASSWORD": "letters0and1digits2",
        }
        self._blocks = dict(BLOCK.findall((BASE_DIR / "docs" / "deploy.md").read_text()))
        self.used: set[str] = set()

    def block(self, name: str, **more: str) -> str:
        """The commands; each thing that is put in place is noted."""
        text = self._blocks[name]
        for old, new in {**more, **self._put}.items():
            if old in text:
                self.used.add(old)
                text = text.replace(old, shlex.quote(new) if old == "ADMIN_PASSWORD" else new)
        return text

    def run(self, name: str, **more: str) -> None:
        """Run the block, the settings before it; fails with its output where a command fails."""
        assert not (output := self.fails(name, **more)), output

    def fails(self, name: str, **more: str) -> str:
        """The output of the block where one of its commands failed; nothing where all went well."""
        script = f"set -e\n{self.block('environment')}\n{self.block(name, **more)}"
        done = subprocess.run(
            ["sh", "-c", script], cwd=BASE_DIR, env=plain(), capture_output=True, text=True, check=False
        )
        return "" if done.returncode == 0 else f"{name}: {done.stdout[-2000:]}\n{done.stderr[-3000:]}"

    def start(self, stack: ExitStack) -> dict[str, Path]:
        """Start each line of the services as a process of its own; their logs."""
        logs = {}
        for line in self.block("services").strip().splitlines():
            log = self.folder / f"{len(logs)}.log"
            script = f"{self.block('environment')}\nexport WEB_CONCURRENCY=1 REELEVANCE_SWEEP_INTERVAL_S=1\nexec {line}"
            with log.open("wb") as file:
                process = subprocess.Popen(
                    ["sh", "-c", script],
                    cwd=BASE_DIR,
                    env=plain(),
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            stack.callback(stop, process)
            logs[line] = log
        return logs


def plain() -> dict[str, str]:
    """Nothing of the test's own environment but where programs are."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}


def admins(*statements: str) -> None:
    """As the database's administrator."""
    server = urlsplit(os.environ["DATABASE_URL"])
    own = psycopg2.connect(server._replace(path="/postgres").geturl())
    own.autocommit = True
    try:
        with own.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    finally:
        own.close()


@pytest.fixture
def page(transactional_db, tmp_path) -> Iterator[Page]:
    """A copy of the migrated test database is this run's own, and goes at the end with its role."""
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    name = f"by_hand_{secrets.token_hex(4)}"
    broker = redis.Redis.from_url(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{REDIS_NUMBER}").geturl())
    broker.flushdb()
    connections.close_all()  # a database is copied while nobody is connected to it
    yield Page(tmp_path, name, free_port())
    broker.flushdb()
    broker.close()
    drops = [f"DROP DATABASE IF EXISTS {database} WITH (FORCE)" for database in (name, f"{name}_restored")]
    admins(*drops, f"DROP ROLE IF EXISTS {name}")


def wait_until(what: str, claim: Callable[[], bool], logs: dict[str, Path]) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not claim():
        if time.monotonic() > deadline:
            ends = "\n".join(f"--- {line}\n{log.read_text(errors='replace')[-1500:]}" for line, log in logs.items())
            pytest.fail(f"{what}: not within {WITHIN_S:g} s\n{ends}")
        time.sleep(0.2)


def asked(page: Page, path: str, **headers: str) -> str:
    request = urllib.request.Request(
        f"http://127.0.0.1:{page.port}{path}", headers={"Host": "labels.example.org", **headers}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


def answers(page: Page) -> bool:
    try:
        return json.loads(asked(page, "/readyz"))["broker"] == "ok"
    except OSError:
        return False


def test_the_page_can_be_followed_from_an_empty_machine_to_a_restored_backup(page):
    page.run("database")
    # The copy belongs to its owner, its tables to whoever migrated: hand them over, as no real server needs.
    server = urlsplit(os.environ["DATABASE_URL"])
    with psycopg2.connect(server._replace(path=f"/{page.name}").geturl()) as copy, copy.cursor() as cursor:
        cursor.execute(f"GRANT {server.username} TO {page.name}")
    copy.close()
    page.run("install")
    with ExitStack() as stack:
        logs = page.start(stack)
        wait_until("ready", lambda: answers(page), logs)
        wait_until("alive", lambda: not page.fails("alive"), logs)  # workers come up after the web does
        figures = asked(page, "/metrics", Authorization=f"Bearer {'t' * 32}")
        assert "reelevance_broker_up 1.0" in figures
        assert (
            'django_http_responses_total_by_status_view_method_total{method="GET",status="200",view="readyz"}'
            in figures
        )
        wait_until(
            "beat sends", lambda: "Sending due task settle campaigns" in list(logs.values())[-1].read_text(), logs
        )
        assert "Couldn't apply" not in list(logs.values())[-1].read_text()
        page.run("backup")
        (done,) = (page.folder / "backups").iterdir()
        assert sorted(path.name for path in done.iterdir()) == ["SHA256SUMS", "database.dump", "files.tar"]
        assert done.stat().st_mode & 0o777 == 0o700
        page.run("restore", **{"reelevance-TIME": done.name})
        lines = [
            json.loads(line) for line in next(iter(logs.values())).read_text().splitlines() if line.startswith("{")
        ]
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
    with (
        psycopg2.connect(server._replace(path=f"/{page.name}_restored").geturl()) as restored,
        restored.cursor() as cursor,
    ):
        cursor.execute("SELECT username, is_superuser FROM annotator_user")
        assert cursor.fetchall() == [("admin", True)]
    restored.close()
    assert page.used == set(page._put) | {"reelevance-TIME"}


@pytest.mark.parametrize(
    ("backup", "steps"), [(0, ["deploy/backup.py", "check", "migrate", "collectstatic"]), (1, ["deploy/backup.py"])]
)
def test_an_upgrade_backs_up_first_and_stops_where_that_fails(tmp_path, backup, steps):
    python, calls = tmp_path / "python", tmp_path / "calls"
    python.write_text(f'#!/bin/sh\necho "$@" >> {calls}\ncase "$1" in deploy/backup.py) exit {backup};; esac\n')
    python.chmod(0o755)
    command = [str(BASE_DIR / "deploy" / "upgrade.sh"), str(tmp_path)]

    done = subprocess.run(
        command, cwd=BASE_DIR, env={**plain(), "PYTHON": str(python)}, capture_output=True, check=False
    )

    assert done.returncode == backup
    assert [line.removeprefix("manage.py ").split()[0] for line in calls.read_text().splitlines()] == steps
