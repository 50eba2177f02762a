"""Measures the lead's pages on a campaign of published size on PostgreSQL.

    make bench-lead              (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own, fills it by SQL as bench/export.py does (3,281 queries, 96,483 opened pairs, 227,808
scores), asks for each page in a child process through Django's test client, and drops it. Cold is the quickest and
the median of five requests with the cache emptied before each, warm those of ten more: on a shared machine the two
lie apart.
"""

from __future__ import annotations

import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.export import BUILD, SERVER  # noqa: E402

# what is asked for, and the milliseconds wanted, cold and warm
PAGES: dict[str, tuple[int, int]] = {
    "agreement/": (2000, 200),
    "agreement/?scores=all": (2000, 200),
    "agreement/?by=week": (2000, 200),
    "agreement/csv/": (2000, 200),
    "review/": (300, 300),
}


def main() -> None:
    """Make the database, measure, print, drop it."""
    name = f"reelevance_bench_{secrets.token_hex(4)}"
    admin = psycopg2.connect(f"{SERVER}/postgres")
    admin.autocommit = True
    admin.cursor().execute(f"CREATE DATABASE {name}")
    try:
        with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
            measure(f"{SERVER}/{name}", Path(scratch))
    finally:
        admin.cursor().execute(f"DROP DATABASE {name} WITH (FORCE)")
        admin.close()


def measure(database: str, scratch: Path) -> None:
    """Build the campaign, then ask in a child whose settings name that database."""
    env = {
        **os.environ,
        "DATABASE_URL": database,
        "REELEVANCE_DATA_DIR": str(scratch),
        "REDIS_URL": "redis://127.0.0.1:6379/9",
        "SECRET_KEY": secrets.token_hex(32),
        "ALLOWED_HOSTS": "localhost",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    manage = [sys.executable, "manage.py"]
    people = ("create_annotators", "bench", "--count", "23", "--out", f"{scratch}/people.csv")
    collected = ("collectstatic", "--noinput", "-v", "0")
    for step in (("migrate", "-v", "0"), collected, ("create_campaign", "bench"), people):
        subprocess.run([*manage, *step], cwd=ROOT, env=env, check=True, capture_output=True)
    with psycopg2.connect(database) as connection:
        connection.cursor().execute(BUILD)
    connection.close()
    subprocess.run([sys.executable, __file__, "ask"], cwd=ROOT, env=env, check=True)


def ask_all() -> None:
    """Time the pages as an admin, who may see them all."""
    import django

    django.setup()
    from django.core.cache import cache
    from django.db import connection, reset_queries
    from django.test import Client

    from annotator.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser("bench-admin"))
    print(f"{'page':<24} {'cold: min, median':>18} {'wanted':>7}   {'warm: min, median':>18} {'wanted':>7}  SQL")
    for page, (cold_ms, warm_ms) in PAGES.items():
        times, counts = [], []
        for turn in range(15):
            if turn < 5:
                cache.clear()
            connection.force_debug_cursor = turn in (4, 14)
            reset_queries()
            start = time.perf_counter()
            answer = client.get(f"/c/bench/{page}", secure=True)
            times.append(1000 * (time.perf_counter() - start))
            assert answer.status_code == 200, (page, answer.status_code)
            counts.append(len(connection.queries))
        cold, warm = told(times[:5]), told(times[5:])
        print(f"{page:<24} {cold:>18} {cold_ms:>7}   {warm:>18} {warm_ms:>7}  {counts[4]}/{counts[14]}")


def told(times: list[float]) -> str:
    """The quickest and the median, in milliseconds."""
    return f"{min(times):.0f}, {statistics.median(times):.0f} ms"


if __name__ == "__main__":
    ask_all() if sys.argv[1:] == ["ask"] else main()
