"""A team server for one measurement: PostgreSQL of its own, gunicorn, a worker that sweeps; all on free ports."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load.clients import Crowd, Figures, Manners
from config.environment import BASE_DIR
from tests.rig.journal import Journal, journal_breaches, read_journal
from tests.rig.place import SLUG
from tests.rig.postgres import Postgres, own_postgres
from tests.rig.stored import stored_scores
from tests.rig.web import CHECKOUT, Web, checkout_of, cpu_s, end, family, manage, platform_env, python

DATABASE = "bench"
POSTGRES = {"max_connections": "200"}
COUNTED = {"shared_preload_libraries": "pg_stat_statements"} if os.environ.get("STATEMENTS") else {}
SWEEPER = "sweeper"  # as the database knows the worker
LOOK_EVERY_S = 2.0


@dataclass(slots=True)
class Team:
    """What runs; `postgres` is None in embedded mode."""

    env: dict[str, str]
    web: Web
    worker: subprocess.Popen[bytes]
    postgres: Postgres | None
    folder: Path

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time used so far by web, database and worker."""
        used = {"web": cpu_s(self.web.pids()), "worker": cpu_s(family(self.worker.pid))}
        return used | ({"database": cpu_s(self.postgres.pids())} if self.postgres else {})

    def tidy(self) -> None:
        """What PostgreSQL does by itself within minutes after much was stored; and counting statements begins."""
        if self.postgres:
            self.postgres.run("VACUUM ANALYZE", name=DATABASE)
        self.count_statements()

    def count_statements(self) -> None:
        """From now on, where STATEMENTS asks for it."""
        if self.postgres and COUNTED:
            self.postgres.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements", name=DATABASE)
            self.postgres.run("SELECT pg_stat_statements_reset()", name=DATABASE)

    def statements(self) -> list[str]:
        """Those that took longest altogether: total and mean milliseconds, number, their beginning."""
        if not self.postgres or not COUNTED:
            return []
        rows = self.postgres.run(
            "SELECT total_exec_time, mean_exec_time, calls, query FROM pg_stat_statements ORDER BY 1 DESC LIMIT 20",
            name=DATABASE,
        )
        return [
            f"{all_ms:>9.0f} ms  {ms:>8.3f} each  {n:>7}  {' '.join(sql.split())[:150]}" for all_ms, ms, n, sql in rows
        ]


@contextmanager
def team(
    *, embedded: bool = False, workers: int = 3, sweep_s: float = 5.0, checkout: Path = BASE_DIR, **settings: str
) -> Iterator[Team]:
    """A platform of that checkout's code without a campaign, its PostgreSQL with those settings.

    Everything ends with the block.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reelevance-load-")))
        postgres = None if embedded else stack.enter_context(own_postgres(**{**POSTGRES, **COUNTED, **settings}))
        if postgres:
            postgres.run(f"CREATE DATABASE {DATABASE}")
        env = platform_env(folder, postgres.url(DATABASE) if postgres else "")
        env |= {"REELEVANCE_SWEEP_INTERVAL_S": str(sweep_s), CHECKOUT: str(checkout)}
        manage(env, "migrate", "-v", "0")
        web = Web(env, workers=1 if embedded else workers)
        stack.callback(web.kill)
        worker = python(env | {"PGAPPNAME": SWEEPER}, "manage.py", "run_worker")
        stack.callback(end, worker)
        yield Team(env, web, worker, postgres, folder)


@dataclass(slots=True)
class Run:
    """One crowd at work: what it saw, for how long, and the processor time of each part of the server."""

    figures: Figures
    wall_s: float
    cpu: dict[str, float]

    @property
    def labels(self) -> int:
        """Scores that were stored for the first time."""
        return self.figures.fates["saved"]

    @property
    def cpu_ms(self) -> float:
        """Processor time of web and database a label."""
        server = sum(self.cpu.get(part, 0.0) for part in ("web", "database"))
        return 1000 * server / max(1, self.labels)

    def line(self, name: str) -> str:
        """A line of the table."""
        per = {part: 1000 * used / max(1, self.labels) for part, used in self.cpu.items()}
        parts = ", ".join(f"{part} {value:.2f}" for part, value in per.items())
        times = sorted(self.figures.label_s) or [0.0]
        return (
            f"{name:<22}{self.labels:>8} labels {self.labels / self.wall_s:>7.1f}/s  "
            f"p50 {1000 * quantile(times, 0.5):>6.0f}  p95 {1000 * quantile(times, 0.95):>6.0f}  "
            f"p99 {1000 * quantile(times, 0.99):>6.0f} ms  CPU-ms/label {self.cpu_ms:.2f} "
            f"({parts})  answers {dict(self.figures.answers)}  fates {dict(self.figures.fates)}"
        )


def quantile(ordered: list[float], share: float) -> float:
    """The value below which that share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def crowd_at_work(
    team: Team,
    people: list[dict[str, str]],
    manners: Manners,
    seconds: float,
    journal: Path,
    until: Callable[[], bool] | None = None,
) -> Run:
    """The people work for so many seconds, or `until` says that all is done; then the journal is closed."""

    async def work() -> tuple[Figures, float]:
        book = Journal(journal)
        crowd = Crowd(team.web.url, SLUG, book, manners)
        loop, started = asyncio.get_running_loop(), time.monotonic()
        timer = loop.call_later(seconds, crowd.stop.set)
        await asyncio.gather(crowd.work(people), *([_stop_once(until, crowd.stop)] if until else []))
        timer.cancel()
        book.close()
        return crowd.figures, time.monotonic() - started

    before = team.cpu()
    figures, wall_s = asyncio.run(work())
    after = team.cpu()
    return Run(figures, wall_s, {part: after[part] - before[part] for part in after})


async def _stop_once(done: Callable[[], bool], stop: asyncio.Event) -> None:
    while not stop.is_set():
        await asyncio.sleep(LOOK_EVERY_S)
        if await asyncio.to_thread(done):
            stop.set()


def breaches(team: Team, journal: Path, *, wait_s: float = 0.0) -> list[str]:
    """What journal and database prove of I1–I5 and I8: each breach as a line."""
    time.sleep(wait_s)
    found = list(journal_breaches(read_journal(journal), stored_scores(team.env)))
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_campaign", SLUG, "--json"],
        cwd=checkout_of(team.env),
        env=team.env,
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.strip():
        raise SystemExit(done.stderr[-2000:])
    return found + list(json.loads(done.stdout)["breaches"])
