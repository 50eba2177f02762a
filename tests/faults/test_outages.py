"""Whole servers go away and come back: PostgreSQL stopped at once, Redis emptied and killed, Celery killed."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis

from tests.faults.conftest import direct_url
from tests.rig.journal import Journal, journal_breaches, read_journal
from tests.rig.place import SLUG
from tests.rig.ports import answers, free_port, wait_until
from tests.rig.postgres import Postgres, own_postgres, program
from tests.rig.program import Program
from tests.rig.stored import stored_scores
from tests.rig.web import Web, end, family, manage, placed, platform_env, python

pytestmark = [pytest.mark.servers, pytest.mark.django_db, pytest.mark.slow]
DATABASE = "reelevance"


@pytest.fixture(scope="module")
def postgres(store) -> Iterator[Postgres]:
    """A PostgreSQL of our own, with the tables and triggers of the session's database."""
    with own_postgres() as server:
        server.run(f"CREATE DATABASE {DATABASE}")
        dump = subprocess.run([program("pg_dump"), direct_url()], check=True, capture_output=True).stdout
        subprocess.run(
            [program("psql"), "-q", "-v", "ON_ERROR_STOP=1", server.url(DATABASE)],
            input=dump, check=True, capture_output=True,
        )  # fmt: skip
        yield server


@pytest.fixture
def broker(tmp_path) -> Iterator[Redis]:
    """A Redis of our own."""
    server = Redis(tmp_path)
    yield server
    server.stop()


class Redis:
    """redis-server on a free port, keeping nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Serve."""
        words = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self.folder]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        wait_until("Redis", lambda: answers(self.port))

    def stop(self) -> None:
        """kill -9."""
        if self.process is not None:
            end_one(self.process)
            self.process = None


def end_one(process: subprocess.Popen[bytes]) -> None:
    """kill -9 to one process, and reap it."""
    process.kill()
    process.wait(10)


@pytest.fixture
def folder() -> Iterator[Path]:
    """For data, logs and the journal."""
    made = Path(tempfile.mkdtemp(prefix="reelevance-faults-"))
    yield made
    shutil.rmtree(made)


def proven(env: dict[str, str], journal: Path) -> bool:
    """Journal and database agree, and verify_campaign finds nothing."""
    manage(env, "verify_campaign", SLUG)
    return list(journal_breaches(read_journal(journal), stored_scores(env))) == []


def truncate(server: Postgres) -> None:
    """Empty every table, so that the place can be made again; the ledger's trigger is off meanwhile."""
    tables = server.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name=DATABASE)
    names = ", ".join(name for (name,) in tables if name != "django_migrations")
    server.run(f"SET session_replication_role = replica; TRUNCATE {names} CASCADE", name=DATABASE)


def test_nothing_acknowledged_is_lost_when_postgres_is_stopped_at_once(postgres, folder) -> None:
    truncate(postgres)
    env = platform_env(folder, postgres.url(DATABASE))
    made = placed(env, queries=1, people=3, grace_s=0)
    web = Web(env, workers=2, threads=4)
    journal = Journal(folder / "journal")
    people = [Program(web.port, person["who"], person["token"], journal, campaign=SLUG) for person in made["people"]]
    try:
        seats = {person: person.claim(3) for person in people[:2]}
        for person, held in seats.items():
            assert person.score(held[0], 3, "before", claim=0) == "saved"
        postgres.stop()
        for person, held in seats.items():
            assert person.score(held[1], 2, "during", claim=0) is None
        postgres.start()
        for person, held in seats.items():
            assert person.score(held[0], 3, "before", claim=0) == "duplicate"
            assert person.score(held[1], 2, "during", claim=0) == "saved"
        manage(env, "settle")
        assert proven(env, folder / "journal")
    finally:
        web.kill()


MARKED = {"segments": [[10_000, 20_000]], "specific": True, "complete": True, "shown_ms": 900}


def mark_one(person: Program, key: str, *, seat: str = "") -> str | None:
    """What the server says to a marking of the seat, or of the next one; None if it does not answer."""
    if not seat:
        (seat,) = (one["id"] for one in person.send("POST", "seats/claim/", {"campaign": SLUG, "count": 1})[1]["seats"])
    body = {"campaign": SLUG, "scores": [{"seat": seat, "key": key, **MARKED}]}
    try:
        status, answer = person.send("POST", "scores/", body)
    except (OSError, http.client.HTTPException):
        return None
    return answer["results"][0]["status"] if status == 200 else None


def markings(server: Postgres) -> list[tuple[str, int, int]]:
    """Each stored marking of somebody's but the author's: its key and its segment."""
    sql = (
        "SELECT s.key, m.start_ms, m.end_ms FROM annotator_score s LEFT JOIN annotator_markedsegment m "
        "ON m.answer_id = s.id WHERE s.key LIKE 'mark-%' ORDER BY s.key, m.start_ms"
    )
    return list(server.run(sql, name=DATABASE))


def states(server: Postgres) -> list[tuple[str, int]]:
    """How many questions are in each state."""
    return list(server.run("SELECT state, count(*) FROM annotator_ask GROUP BY state ORDER BY state", name=DATABASE))


def test_no_acknowledged_marking_is_lost_when_postgres_is_stopped_at_once(postgres, folder) -> None:
    truncate(postgres)
    env = platform_env(folder, postgres.url(DATABASE))
    made = placed(env, marks=True, queries=2, people=3, grace_s=0)
    web = Web(env, workers=2, threads=4)
    journal = Journal(folder / "journal")
    people = [Program(web.port, person["who"], person["token"], journal, campaign=SLUG) for person in made["people"]]
    try:
        claimed = people[1].send("POST", "seats/claim/", {"campaign": SLUG, "count": 2})[1]["seats"]
        first, second = (seat["id"] for seat in claimed) if len(claimed) == 2 else (claimed[0]["id"], "")
        assert mark_one(people[1], "mark-1", seat=first) == "saved"
        second = second or people[1].send("POST", "seats/claim/", {"campaign": SLUG, "count": 1})[1]["seats"][0]["id"]
        postgres.stop()
        assert mark_one(people[1], "mark-2", seat=second) is None
        postgres.start()
        assert mark_one(people[1], "mark-1", seat=first) == "duplicate"
        assert mark_one(people[1], "mark-2", seat=second) == "saved"
        manage(env, "settle")
        manage(env, "verify_campaign", SLUG)
        assert markings(postgres) == [("mark-1", 10_000, 20_000), ("mark-2", 10_000, 20_000)]
        assert states(postgres) == [("accepted", 2)]
    finally:
        web.kill()


class Sweepers:
    """A Celery worker and beat, with what may befall them and their broker."""

    def __init__(self, env: dict[str, str], folder: Path, broker: Redis) -> None:
        self.env, self.broker = env, broker
        self.worker = self._worker("first")
        schedule, pidfile = folder / "schedule", folder / "beat.pid"
        self.beat = python(env, *CELERY, "beat", "--schedule", schedule, "--pidfile", pidfile)

    def _worker(self, name: str) -> subprocess.Popen[bytes]:
        return python(self.env, *CELERY, "worker", "-Q", "settle", "--pool", "prefork", "-c", "1", "-n", f"{name}@%h")

    def suffer(self, fault: str) -> None:
        """The fault of that name."""
        if fault == "the broker is emptied":
            redis.Redis.from_url(self.broker.url).flushall()
        elif fault == "the broker is killed":
            self.broker.stop()
            self.broker.start()
        elif fault == "the worker's child is killed":
            os.kill(family(self.worker.pid)[-1], signal.SIGKILL)
        else:
            end(self.worker)
            self.worker = self._worker("second")

    def end(self) -> None:
        """End both."""
        end(self.worker)
        end(self.beat)


CELERY = ("-m", "celery", "-A", "config")
FAULTS = ("the broker is emptied", "the broker is killed", "the worker's child is killed", "the worker is killed")


def last_sweep(server: Postgres) -> object:
    """When the campaign was last swept."""
    return server.run("SELECT max(swept_at) FROM moments_campaign", name=DATABASE)[0][0]


def score_one(people: list[Program], turn: int) -> None:
    """Everybody scores the seat that they hold."""
    for person in people:
        (seat,) = person.claim(1)
        assert person.score(seat, 3, f"turn-{turn}", claim=0) == "saved"


def test_sweeps_go_on_whatever_befalls_redis_and_celery(postgres, broker, folder) -> None:
    truncate(postgres)
    env = platform_env(folder, postgres.url(DATABASE), broker.url)
    made = placed(env, queries=2, people=2, grace_s=0)
    web, sweepers = Web(env, workers=1, threads=4), Sweepers(env, folder, broker)
    journal = Journal(folder / "journal")
    people = [Program(web.port, person["who"], person["token"], journal, campaign=SLUG) for person in made["people"]]
    try:
        wait_until("the first sweep", lambda: last_sweep(postgres) is not None, within_s=90, every_s=0.3)
        for turn, fault in enumerate(FAULTS):
            score_one(people, turn)
            sweepers.suffer(fault)
            since = datetime.now(UTC)
            wait_until(
                f"a sweep after {fault}", lambda since=since: last_sweep(postgres) > since, within_s=150, every_s=0.3
            )
        settle = "SELECT count(*) FROM annotator_score WHERE NOT final"
        wait_until("a sweep of the last", lambda: postgres.run(settle, name=DATABASE) == [(0,)], within_s=60)
        assert proven(env, folder / "journal")
    finally:
        sweepers.end()
        web.kill()


def test_questions_are_ruled_on_whatever_befalls_redis_and_celery(postgres, broker, folder) -> None:
    truncate(postgres)
    env = platform_env(folder, postgres.url(DATABASE), broker.url)
    made = placed(env, marks=True, queries=len(FAULTS), people=2, grace_s=0)
    web, sweepers = Web(env, workers=1, threads=4), Sweepers(env, folder, broker)
    marker = made["people"][1]
    person = Program(web.port, marker["who"], marker["token"], Journal(folder / "journal"), campaign=SLUG)
    try:
        wait_until("the first sweep", lambda: last_sweep(postgres) is not None, within_s=90, every_s=0.3)
        for turn, fault in enumerate(FAULTS, 1):
            sweepers.suffer(fault)
            assert mark_one(person, f"mark-{turn}") == "saved"
            wait_until(
                f"a truth after {fault}",
                lambda turn=turn: dict(states(postgres)).get("accepted") == turn,
                within_s=150,
                every_s=0.3,
            )
        manage(env, "verify_campaign", SLUG)
        assert [key for key, *_ in markings(postgres)] == [f"mark-{turn}" for turn, _ in enumerate(FAULTS, 1)]
    finally:
        sweepers.end()
        web.kill()
