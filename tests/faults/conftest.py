"""A web server on the session's PostgreSQL, through a line that can be cut; people with programs; the proof."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg2
import pytest
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone

from annotator.models import Membership, Score
from annotator.people.services.people import issue_token
from consensus.export.services.exporting import export_labels
from consensus.sweep.services import settle_campaign
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign
from tests.factories import opened_campaign
from tests.rig.journal import Journal, journal_breaches, read_journal
from tests.rig.line import Line
from tests.rig.ports import wait_until
from tests.rig.program import Program
from tests.rig.stored import stored_scores
from tests.rig.web import Web, platform_env

_numbers = count(1)


@pytest.fixture(scope="package")
def store(django_db_setup, django_db_blocker) -> Iterator[None]:
    """The session's database; all tests here commit to it, each in campaigns of its own. It is emptied at the end."""
    with django_db_blocker.unblock():
        yield
        end_backends()
        TransactionTestCase()._fixture_teardown()


@pytest.fixture
def _django_db_helper(store) -> None:
    """In place of pytest-django's transaction, or emptying of every table, around each test."""


@pytest.fixture(scope="package")
def database_line(store) -> Iterator[Line]:
    """The line between the web server and the session's PostgreSQL."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if url.scheme != "postgres":
        pytest.fail("run with REELEVANCE_TEST_DATABASE=postgres: the faults are those of a server")
    line = Line(url.port or 5432)
    yield line
    line.close()


@pytest.fixture(scope="package")
def team_env(database_line, tmp_path_factory) -> dict[str, str]:
    """The environment of processes that work on the session's database, through the line."""
    url = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    through = url._replace(netloc=f"{url.username}@127.0.0.1:{database_line.port}", path=f"/{name}")
    folder = tmp_path_factory.mktemp("team")
    # The line reads what passes, hence in the clear.
    return platform_env(folder, through._replace(query="sslmode=disable").geturl())


@pytest.fixture(scope="package")
def web(team_env) -> Iterator[Web]:
    """gunicorn for all tests; what a test kills comes back."""
    served = Web(team_env, workers=2, threads=4, preload=True)
    yield served
    served.kill()


class Scene:
    """An open campaign with people, and the journal of what their programs sent."""

    def __init__(self, folder: Path, *, people: int, pairs: int, **more: Any) -> None:
        self.campaign: Campaign
        slug = f"faults-{next(_numbers)}"
        self.campaign, self.members = opened_campaign(slug, people=people, pairs=pairs, **more)
        self.path = folder / f"{slug}.journal"
        self.journal = Journal(self.path)
        self.programs: list[Program] = []

    def program(self, member: Membership, port: int) -> Program:
        """A program for the member."""
        token = issue_token(user=member.user, now=timezone.now())
        return Program(port, member.user.username, token, self.journal, campaign=self.campaign.slug)

    def journal_stored(self) -> None:
        """Write down scores that were given past the programs, as if the server had answered their people."""
        for score in Score.objects.filter(seat__campaign=self.campaign).select_related("seat", "annotator__user"):
            sent = score.annotator.user.username, score.seat.public_id.hex, score.key
            self.journal.sent(*sent, score.relevance)
            self.journal.answered(*sent, "saved", score.relevance)

    def breaches(self) -> list[str]:
        """What journal, exports and database prove, after sweeps an hour later."""
        later = timezone.now() + timedelta(hours=1)
        settle_campaign(campaign=self.campaign, now=later)
        who = {member.user.username for member in self.members}
        stored = [score for score in stored_scores({"DATABASE_URL": direct_url()}) if score[0] in who]
        found = [*journal_breaches(read_journal(self.path), stored), *self._exports_that_differ()]
        return found + list(breaches(self.campaign, now=later + timedelta(minutes=1), sweep_s=5))

    def _exports_that_differ(self) -> Iterator[str]:
        """I7: two exports of unchanged data that are not the same bytes."""
        made = []
        for name in ("once", "again"):
            out = self.path.with_name(f"{self.path.stem}-{name}-{next(_numbers)}")
            export_labels(campaign=self.campaign, out=out, formats=["tvr", "raw"], partial=True)
            made.append({path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()})
        if not made[0] or made[0] != made[1]:
            yield "I7: a second export is not what the first was"

    def stored(self, key: str) -> int:
        """How many scores are stored under that key."""
        return Score.objects.filter(seat__campaign=self.campaign, key=key).count()


@pytest.fixture
def made(store, tmp_path) -> Callable[..., Scene]:
    """Makes a scene whose people have no web server."""
    return lambda people=2, pairs=3, **more: Scene(tmp_path, people=people, pairs=pairs, **more)


@pytest.fixture
def scene(made, web, database_line) -> Iterator[Callable[..., Scene]]:
    """Makes a scene with a program for everybody; afterwards nothing that a fault left behind holds a lock."""

    def make(**wanted: Any) -> Scene:
        wait_until("the web server", web.is_up, within_s=60)
        here: Scene = made(**wanted)
        here.programs = [here.program(member, web.port) for member in here.members]
        return here

    yield make
    database_line.trouble, database_line.down = None, False
    end_backends("state <> 'idle'")


def direct_url() -> str:
    """The session's database, past the line."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


@contextmanager
def held_up(sql: str, *values: object) -> Iterator[None]:
    """A transaction of our own keeps what the statement locks, and whoever wants it waits until the block ends."""
    blocker = psycopg2.connect(direct_url())
    try:
        blocker.cursor().execute(sql, values or None)
        yield
    finally:
        blocker.close()


def waiting_backends() -> list[int]:
    """Backends of the session's database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return [pid for (pid,) in cursor.fetchall()]


def end_backends(which: str = "true") -> None:
    """End the database's backends but ours, those in the middle of something alone where `which` says so."""
    others = f"FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND {which}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(pg_terminate_backend(pid)) {others}")

    def gone() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) {others}")
            return cursor.fetchone() == (0,)

    wait_until("the end of backends", gone)
