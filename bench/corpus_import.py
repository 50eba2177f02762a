"""Measures the import of moments: seconds, memory and cost per moment at three sizes, on both databases.

    make bench-corpus-import [PLOT=plot.svg]

Every import is a process of its own on a fresh campaign: the file is read and checked whole and added, as
`import_moments` does. Beside it stands what no import can do without, in the same run: the file's rows read by the csv
module and written straight into the same table, by executemany (SQLite) or COPY (PostgreSQL). Exit 1 where the largest
misses its aim or the cost per moment grows.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import resource
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
SIZES = (1_000, 10_000, 97_410)
MOST_S, MOST_MB, MOST_GROWTH = 60, 500, 1.5
HEADER = ("vid_name", "duration", "start_s", "end_s", "desc", "type", "desc_id")
COLUMNS = "campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind"
TEXT = "A man and a woman sit at the table and talk about the dog, then {} walks to door {}."
TABLE = ("moments", "MB file", "seconds", "CPU s", "MB peak", "µs each", "bare s", "ratio")


def main() -> None:
    """Print a table for each database, and draw the cost per moment where a file for that is named."""
    points: dict[str, list[tuple[int, float]]] = {}
    missed = []
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch, database(Path(scratch)) as env:
            if env is None:
                print(f"{name}: no server at {SERVER}; left out")
                continue
            points[name] = list(measured(name, env, Path(scratch), missed))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(plot(points), encoding="utf-8")
        print(f"drawn: {sys.argv[1]}")
    if missed:
        sys.exit("; ".join(missed))


def measured(name: str, env: dict[str, str], scratch: Path, missed: list[str]) -> Iterator[tuple[int, float]]:
    """The cost per moment at each size, printed with the rest; what misses its aim is returned."""
    print(f"{name:<12}" + "".join(f"{column:>9}" for column in TABLE))
    costs = []
    for size in SIZES:
        file = made_file(scratch / f"moments-{size}.csv", size)
        run(env, "create_campaign", f"size-{size}")
        found = json.loads(run_python(env, "--child", f"size-{size}", str(file)))
        bare = bare_seconds(env, file, f"bare-{size}")
        costs.append(found["seconds"] / size * 1e6)
        print(
            f"{'':<12}{size:>9,}{file.stat().st_size / 1e6:>9.1f}{found['seconds']:>9.2f}{found['cpu']:>9.2f}"
            f"{found['mb']:>9.0f}{costs[-1]:>9.0f}{bare:>9.2f}{found['seconds'] / bare:>9.1f}"
        )
        yield size, costs[-1]
    if found["seconds"] > MOST_S or found["mb"] > MOST_MB:
        missed.append(f"{name}: {found['seconds']:.0f} s and {found['mb']:.0f} MB; {MOST_S} and {MOST_MB} are the aim")
    if costs[-1] > MOST_GROWTH * costs[0]:
        missed.append(
            f"{name}: a moment costs {costs[-1]:.0f} µs among {SIZES[-1]:,}, {costs[0]:.0f} among {SIZES[0]:,}"
        )


def child(slug: str, file: str) -> None:
    """Import the file and print what it took, the start of the process left out of the seconds."""
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from moments.campaign.selectors import campaign_by_slug
    from moments.corpus.files.moment_file import read_moments
    from moments.corpus.services import import_moments

    campaign, begun, cpu = campaign_by_slug(slug), time.perf_counter(), time.process_time()
    import_moments(campaign=campaign, rows=read_moments(Path(file)))
    taken = {"seconds": time.perf_counter() - begun, "cpu": time.process_time() - cpu}
    print(json.dumps(taken | {"mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def bare_seconds(env: dict[str, str], file: Path, slug: str) -> float:
    """Reading by csv and writing to the same table with the same indices, in one transaction."""
    run(env, "create_campaign", slug)
    if env["DATABASE_URL"].startswith("sqlite"):
        connection = sqlite3.connect(Path(env["REELEVANCE_DATA_DIR"]) / "bench.sqlite3")
        mark, write = "?", sqlite_rows
    else:
        connection = psycopg2.connect(env["DATABASE_URL"])
        mark, write = "%s", postgres_rows
    cursor = connection.cursor()
    cursor.execute(f"SELECT id FROM moments_campaign WHERE slug = {mark}", (slug,))
    (campaign,) = cursor.fetchone()
    begun = time.perf_counter()
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))[1:]
    names = {row[0]: float(row[1]) for row in rows}
    insert = f"INSERT INTO moments_video (campaign_id, name, duration_s) VALUES ({mark}, {mark}, {mark})"
    cursor.executemany(insert, [(campaign, name, duration) for name, duration in names.items()])
    cursor.execute(f"SELECT name, id FROM moments_video WHERE campaign_id = {mark}", (campaign,))
    videos = dict(cursor.fetchall())
    write(cursor, [(campaign, videos[row[0]], row[6], row[2], row[3], row[4], row[4], row[5]) for row in rows])
    connection.commit()
    taken = time.perf_counter() - begun
    connection.close()
    return taken


def sqlite_rows(cursor: sqlite3.Cursor, rows: list[tuple[object, ...]]) -> None:
    """By executemany."""
    cursor.executemany(f"INSERT INTO moments_moment ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def postgres_rows(cursor: psycopg2.extensions.cursor, rows: list[tuple[object, ...]]) -> None:
    """By COPY."""
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    stream.seek(0)
    cursor.copy_expert(f"COPY moments_moment ({COLUMNS}) FROM STDIN WITH (FORMAT csv)", stream)


def made_file(path: Path, size: int) -> Path:
    """Moments as TVR has them, five a video, nineteen words each."""
    draw = random.Random(size)
    with path.open("w", newline="", encoding="utf-8") as stream:
        write = csv.writer(stream).writerow
        write(HEADER)
        for number in range(size):
            video, start = number // 5, round(draw.random() * 50, 2)
            text = TEXT.format(draw.choice(("he", "she", "someone")), draw.randrange(10**6))
            end = round(start + 1 + draw.random() * 20, 2)
            write(
                (f"show_s0{video % 9}e{video % 24:02}_seg02_clip_{video}", 90.03, start, end, text, "v", 90200 + number)
            )
    return path


@contextmanager
def sqlite_database(scratch: Path) -> Iterator[dict[str, str] | None]:
    """A fresh SQLite file as embedded mode has it."""
    env = environment(scratch) | {"DATABASE_URL": f"sqlite:///{scratch}/bench.sqlite3"}
    run(env, "migrate", "-v", "0")
    yield env


@contextmanager
def postgres_database(scratch: Path) -> Iterator[dict[str, str] | None]:
    """A fresh PostgreSQL database, gone at the end; None without a server."""
    name = f"reelevance_bench_{secrets.token_hex(4)}"
    try:
        admin = psycopg2.connect(f"{SERVER}/postgres")
    except psycopg2.OperationalError:
        yield None
        return
    admin.autocommit = True
    admin.cursor().execute(f"CREATE DATABASE {name}")
    try:
        more = {
            "DATABASE_URL": f"{SERVER}/{name}",
            "REDIS_URL": "redis://127.0.0.1:6379/9",
            "ALLOWED_HOSTS": "localhost",
        }
        env = environment(scratch) | more | {"SECRET_KEY": secrets.token_hex(32)}
        run(env, "migrate", "-v", "0")
        yield env
    finally:
        admin.cursor().execute(f"DROP DATABASE {name} WITH (FORCE)")
        admin.close()


def environment(scratch: Path) -> dict[str, str]:
    """Ours, with the data folder apart."""
    return {**os.environ, "REELEVANCE_DATA_DIR": str(scratch), "DJANGO_SETTINGS_MODULE": "config.settings"}


def run(env: dict[str, str], *arguments: str) -> None:
    """A command of the platform."""
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True, capture_output=True)


def run_python(env: dict[str, str], *arguments: str) -> str:
    """What this file prints as a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, *arguments], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def plot(points: dict[str, list[tuple[int, float]]]) -> str:
    """Microseconds a moment over the size, one line a database, sizes evenly apart."""
    highest = max(cost for line in points.values() for _, cost in line) * 1.2
    marks = []
    for place, (name, line) in enumerate(points.items()):
        colour = ("#0b6570", "#b0432e")[place]
        spots = [(80 + 180 * at, 220 - 180 * cost / highest, size, cost) for at, (size, cost) in enumerate(line)]
        marks.append(
            f'<polyline fill="none" stroke="{colour}" points="{" ".join(f"{x},{y:.0f}" for x, y, _, _ in spots)}"/>'
        )
        for x, y, size, cost in spots:
            marks.append(f'<circle cx="{x}" cy="{y:.0f}" r="3" fill="{colour}"/>')
            marks.append(f'<text x="{x}" y="{y - 8:.0f}" fill="{colour}" text-anchor="middle">{cost:.0f}</text>')
            marks.append(f'<text x="{x}" y="240" text-anchor="middle">{size:,}</text>')
        marks.append(f'<text x="{450}" y="{30 + 18 * place}" fill="{colour}" text-anchor="end">{name}</text>')
    body = "\n".join(marks)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 260" font-family="sans-serif" font-size="12">\n'
        '<text x="20" y="20">µs a moment by size of the import</text>\n<path d="M60 220H460" stroke="#888"/>\n'
        f"{body}\n</svg>\n"
    )


if __name__ == "__main__":
    child(*sys.argv[2:]) if sys.argv[1:2] == ["--child"] else main()
