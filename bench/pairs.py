"""Measures the table of all pairs on a campaign of published size, on PostgreSQL and on SQLite, beside plain SQL.

    make bench-pairs             (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own, fills it by SQL (96,483 opened pairs, 131,240 in all), copies it into SQLite, and asks for
each view in a child process through Django's test client: its first page, the tenth one, and the number of its pairs,
which a page asks for once it is shown. Plain SQL, run in turns with them in the same process, counts the view's pairs
and fetches the fifty of its first page with the texts of query, moment and video and the current verdict.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg2
from django.db.backends.sqlite3._functions import register

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.published import published_campaign  # noqa: E402

TURNS, WANTED_MS, DEEP = 7, 300, 9
# The view, what plain SQL filters by, and its order.
VIEWS: dict[str, tuple[str, str]] = {
    "": ("true", "p.number"),
    "sort=query": ("true", "q.query_id, p.rank"),
    "sort=-similarity": ("true", "p.similarity DESC, p.number DESC"),
    "sort=-decided&verdict=decided": ("v.id IS NOT NULL", "v.decided_at DESC, p.id DESC"),
    "sort=-level&verdict=agreed": ("v.kind = 'agreed'", "v.relevance DESC, p.id DESC"),
    "verdict=discarded&sort=-similarity": ("v.kind = 'discarded'", "p.similarity DESC, p.number DESC"),
    "level=4&split=val": ("v.relevance = 4 AND q.split = 'val'", "p.number"),
    "least=0.5&most=0.6": ("p.similarity BETWEEN 0.5 AND 0.6", "p.number"),
    "round=2": (
        "EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = p.id AND s.attempt = p.attempt AND s.round = 2"
        " AND s.purpose = 'campaign' AND NOT s.superseded)",
        "p.number",
    ),
    "text=abcd": ("m.caption LIKE '%abcd%'", "p.number"),
    "text=zzzz&sort=-similarity": ("m.caption LIKE '%zzzz%'", "p.similarity DESC, p.number DESC"),
    "video=e777_": (r"d.name LIKE '%e777\_%' ESCAPE '\'", "p.number"),
}
TABLES = """ FROM moments_pair p JOIN moments_query q ON q.id = p.query_id
    JOIN moments_moment m ON m.id = p.moment_id JOIN moments_video d ON d.id = m.video_id
    LEFT JOIN consensus_verdict v ON v.pair_id = p.id AND v.attempt = p.attempt AND NOT v.superseded
    WHERE p.campaign_id = 1 AND NOT p.study_only AND """
SHOWN = "p.id, p.number, p.rank, p.similarity, q.query_id, q.text, m.caption, d.name, v.kind, v.relevance, v.decided_at"


def main() -> None:
    """Make the campaign, ask on PostgreSQL, copy it, ask on SQLite, drop it."""
    with published_campaign() as (env, scratch):
        ask = [sys.executable, __file__, "ask"]
        collected = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
        subprocess.run(collected, cwd=ROOT, env=env, check=True, capture_output=True)
        subprocess.run(ask, cwd=ROOT, env=env, check=True)
        embedded = {name: value for name, value in env.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=embedded, check=True)
        copy_rows(env["DATABASE_URL"], next(scratch.glob("*.sqlite3")))
        subprocess.run(ask, cwd=ROOT, env=embedded, check=True)


def copy_rows(source: str, target: Path) -> None:
    """All rows of the platform's tables; what triggers keep was kept when the rows were made."""
    with psycopg2.connect(source) as rows, sqlite3.connect(target) as copy:
        register(copy)  # the checks of some tables call functions that Django adds
        copy.execute("PRAGMA foreign_keys = OFF")
        tables = dict(copy.execute("SELECT name, type FROM sqlite_master").fetchall())
        for name, kind in tables.items():
            if kind == "trigger":
                copy.execute(f'DROP TRIGGER "{name}"')
        for table in tables:
            if tables[table] == "table" and table.startswith(("moments_", "annotator_", "consensus_")):
                _copy_table(rows.cursor(), copy, table)
        copy.execute("ANALYZE")
    rows.close()


def _copy_table(rows: psycopg2.extensions.cursor, copy: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in copy.execute(f'PRAGMA table_info("{table}")')]
    named = ", ".join(f'"{column}"' for column in columns)
    rows.execute(f"SELECT {named} FROM {table}")
    insert = f"INSERT INTO {table} ({named}) VALUES ({', '.join('?' * len(columns))})"
    copy.execute(f"DELETE FROM {table}")
    copy.executemany(insert, ([_plain(cell) for cell in row] for row in rows))


def _plain(cell: object) -> object:
    """The cell as SQLite stores it: times without their zone, which is UTC."""
    text = str(cell) if hasattr(cell, "isoformat") or hasattr(cell, "as_tuple") else cell
    return re.sub(r"\+00:00$", "", text) if isinstance(text, str) else text


def ask_all() -> None:
    """Time the views and plain SQL as an admin, who may see them."""
    import django

    django.setup()
    logging.disable(logging.INFO)
    from django.db import connection
    from django.test import Client

    from annotator.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser(f"bench-{os.getpid()}"))

    def page(view: str, after: str = "") -> str:
        return client.get(f"/c/bench/pairs/?{view}&after={after}", secure=True).content.decode()

    def count_of(view: str) -> str:
        return client.get(f"/c/bench/pairs/count/?{view}", secure=True).content.decode()

    def plain(where: str, order: str) -> tuple[int, list[int]]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) {TABLES} {where}".replace("%", "%%"), [])
            count = cursor.fetchone()[0]
            cursor.execute(f"SELECT {SHOWN} {TABLES} {where} ORDER BY {order} LIMIT 50".replace("%", "%%"), [])
            return count, [row[1] for row in cursor.fetchall()]

    print(f"{connection.vendor}, milliseconds: the least, the median; wanted at most {WANTED_MS}")
    heads = " ".join(head.rjust(12) for head in ("first page", "tenth page", "count", "plain SQL"))
    print(f"{'view':<38} {'pairs':>8} {heads} {'all : SQL':>10}")
    worst = 0.0
    for view, (where, order) in VIEWS.items():
        count, numbers = plain(where, order)
        found = page(view)
        assert count_of(view) == f"{count:,}", view
        assert [int(one) for one in re.findall(r'name="pair" value="(\d+)"', found)] == numbers, view
        after = ""
        for _ in range(DEEP):
            further = re.search(r'rel="next" href="[^"]*after=([^"]+)"', page(view, after))
            after = further[1] if further else after
        asked = (partial(page, view), partial(page, view, after), partial(count_of, view), partial(plain, where, order))
        first, deep, counted, sql = _in_turns(*asked)
        worst = max(worst, statistics.median(first), statistics.median(deep))
        ratio = (statistics.median(first) + statistics.median(counted)) / statistics.median(sql)
        figures = " ".join(_both(times) for times in (first, deep, counted, sql))
        print(f"{view or 'all, by number':<38} {count:>8,} {figures} {ratio:>10.2f}")
    print(f"the slowest median of a page: {worst:.0f} ms")


def _in_turns(*deeds: Callable[[], object]) -> list[list[float]]:
    """The milliseconds of each, in turns, after one turn that is not counted."""
    times: list[list[float]] = [[] for _ in deeds]
    for turn in range(TURNS + 1):
        for place, deed in enumerate(deeds):
            start = time.perf_counter()
            deed()
            times[place] += [1000 * (time.perf_counter() - start)] if turn else []
    return times


def _both(times: list[float]) -> str:
    return f"{min(times):5.0f}, {statistics.median(times):4.0f}".rjust(12)


if __name__ == "__main__":
    ask_all() if sys.argv[1:] == ["ask"] else main()
