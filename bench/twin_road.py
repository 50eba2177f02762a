"""Plays a twins campaign of RTime's size on PostgreSQL, from import to export and verification, and measures it.

    make bench-twin-road     (VIDEOS=21537, PEOPLE=23; PROFILE=FILE keeps a profile of the simulation)

The clips have no files. Everything else goes through the commands and the services that people use. Each step shows its
seconds on the clock, and processor seconds of the command and of PostgreSQL, a server of this script's own. Beside
it stands plain SQL on the same rows in the same run: inserts of the rows of import, twins and opening; a transaction
with five statements for each answer; a SELECT into a file for the export, and one of all answers for the verification.
"""

from __future__ import annotations

import csv
import json
import os
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2
from psycopg2.extras import execute_values

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rig.postgres import Postgres, own_postgres  # noqa: E402

VIDEOS, PEOPLE, SEED = int(os.environ.get("VIDEOS", "21537")), os.environ.get("PEOPLE", "23"), "1"
CLIPS_A_SOURCE, LENGTH_S = 3, 20.4
VAL_SHARE, TEST_SHARE = 1000 / 21_537, 2000 / 21_537
WANTED_S = 900
TICK = os.sysconf("SC_CLK_TCK")
CUT = """INSERT INTO moments_clip (moment_id, rendition, state, reason, key, width, height, frames, seconds, has_sound,
    left_out, size, sha256) SELECT id, 'gif', 'ready', '', gen_random_uuid(), 640, 360, 61, 20.4, false, 0, 900000, ''
    FROM moments_moment"""


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of a step: on the clock, of the command's processor, and of PostgreSQL's."""

    wall_s: float
    command_s: float
    server_s: float = 0.0


def main() -> None:
    """Every step in a database of its own, then the table."""
    with (
        own_postgres(synchronous_commit="off") as server,
        tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch,
    ):
        server.run("CREATE DATABASE bench")
        took, played = road(server, Path(scratch))
        beside = references(server, Path(scratch), played["answers"])
    show(took, beside, played)


def road(server: Postgres, scratch: Path) -> tuple[dict[str, Took], dict[str, Any]]:
    """What each step took, and what the simulation reports."""
    env = {
        **os.environ,
        "DATABASE_URL": server.url("bench"),
        "REELEVANCE_DATA_DIR": str(scratch),
        "REDIS_URL": "redis://127.0.0.1:6379/6",
        "SECRET_KEY": secrets.token_hex(32),
        "ALLOWED_HOSTS": "localhost",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def manage(*words: str) -> str:
        command = [sys.executable, *PROFILED.get(words[0], ()), "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(words)}: {done.stderr}{done.stdout}")
        return done.stdout

    manage("migrate", "-v", "0")
    manage("create_campaign", "bench", "--kind", "twin", "--seed", SEED)
    write_moments(scratch / "moments.csv")
    sizes = ("--val", str(even(VIDEOS * VAL_SHARE)), "--test", str(even(VIDEOS * TEST_SHARE)))
    steps: dict[str, Callable[[], object]] = {
        "import": lambda: manage("import_moments", "bench", str(scratch / "moments.csv"), "--types", "v"),
        "make twins": lambda: manage("make_twins", "bench"),
        "clips, without bytes": lambda: server.run(CUT, name="bench"),
        "open": lambda: manage("open_campaign", "bench"),
        "simulate": lambda: manage("simulate_annotators", "bench", "--annotators", PEOPLE, "--seed", SEED, "--json"),
        "draw splits": lambda: manage("draw_twin_splits", "bench", *sizes, "--seed", SEED),
        "export": lambda: manage("export_labels", "bench", "--out", f"{scratch}/out", "--formats", FORMS),
        "verify": lambda: manage("verify_campaign", "bench"),
    }
    took, printed = {}, {}
    for name, step in steps.items():
        with measured(server) as figures:
            printed[name] = step()
        took[name] = figures[0]
        print(f"{name}: {figures[0].wall_s:.1f} s", file=sys.stderr, flush=True)
    played: dict[str, Any] = json.loads(str(printed["simulate"]))
    return took, played


FORMS = "rtime,msrvtt,parquet,raw"
PROFILED = {"simulate_annotators": ("-m", "cProfile", "-o", os.environ["PROFILE"])} if "PROFILE" in os.environ else {}


@contextmanager
def measured(server: Postgres) -> Iterator[list[Took]]:
    """Puts what the block took into the list: its children, and the server."""
    found: list[Took] = []
    before, server_before, start = resource.getrusage(resource.RUSAGE_CHILDREN), server_cpu_s(server), time.monotonic()
    yield found
    after, wall_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    command_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found.append(Took(wall_s, command_s, server_cpu_s(server) - server_before))


def server_cpu_s(server: Postgres) -> float:
    """Processor seconds of the server's processes so far, of those that ended too."""
    time.sleep(0.2)  # a session that ended is counted once the server has waited for it
    total = 0
    for place, pid in enumerate(server.pids()):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        total += sum(map(int, fields[11:13])) + (sum(map(int, fields[13:15])) if place == 0 else 0)
    return total / TICK


def write_moments(path: Path) -> None:
    """The moments of sources of three clips; what they are called decides which look alike."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("vid_name", "duration", "start_s", "end_s", "desc", "type", "desc_id"))
        for number in range(VIDEOS):
            source, place = divmod(number, CLIPS_A_SOURCE)
            start_s = place * LENGTH_S
            deed, thing, spot = (words[number % len(words)] for words in (DEEDS, THINGS, PLACES))
            text = f"Somebody {deed} the {thing} near the {spot}."
            rows.writerow((f"source_{source:05}", 61.2, f"{start_s:.1f}", f"{start_s + LENGTH_S:.1f}", text, "v",
                           number + 1))  # fmt: skip


DEEDS = ("opens", "lifts", "throws", "folds", "pushes", "pours", "moves")
THINGS = ("box", "chair", "ball", "door", "lamp", "table", "shirt", "glass", "cup", "book", "bottle")
PLACES = ("window", "tree", "river", "house", "wall", "bridge", "road", "fence", "tower", "garden", "beach", "field")


def even(number: float) -> int:
    """The nearest even number: twins come in two."""
    return 2 * round(number / 2)


def references(server: Postgres, scratch: Path, answers: int) -> dict[str, Took]:
    """What plain SQL takes for the rows of each step, one after the other, on the same server."""
    connection = psycopg2.connect(server.url("bench"))
    jobs: dict[str, Callable[[], None]] = {
        "import": lambda: copied(connection, "moments_video", "moments_moment WHERE direction = 'forward'"),
        "make twins": lambda: copied(connection, "moments_moment WHERE direction = 'backward'", "moments_twin"),
        "open": lambda: copied(connection, "moments_pair", "annotator_seat WHERE number <= 2 LIMIT " + str(2 * VIDEOS)),
        "simulate": lambda: answered(connection, answers),
        "export": lambda: selected(connection, scratch / "plain.jsonl"),
        "verify": lambda: selected(connection, Path(os.devnull)),
    }
    took = {}
    for name, job in jobs.items():
        own, server_before, start = resource.getrusage(resource.RUSAGE_SELF), server_cpu_s(server), time.monotonic()
        job()
        wall_s, now = time.monotonic() - start, resource.getrusage(resource.RUSAGE_SELF)
        command_s = now.ru_utime + now.ru_stime - own.ru_utime - own.ru_stime
        took[name] = Took(wall_s, command_s, server_cpu_s(server) - server_before)
    connection.close()
    return took


def copied(connection: Any, *tables: str) -> None:
    """Reads the rows of the tables, and inserts them into others without keys or triggers."""
    with connection, connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"CREATE TEMPORARY TABLE plain AS SELECT * FROM {table.partition(' ')[0]} LIMIT 0")
            cursor.execute(f"SELECT * FROM {table}")
            execute_values(cursor, "INSERT INTO plain VALUES %s", cursor.fetchall(), page_size=2000)
            cursor.execute("DROP TABLE plain")


def answered(connection: Any, answers: int) -> None:
    """A transaction an answer: its seat, score, text and ledger's line inserted, and the seat changed."""
    with connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE plain_seat (id int PRIMARY KEY, state text, person int)")
        cursor.execute("CREATE TABLE plain_score (id int PRIMARY KEY, seat int, key text UNIQUE, saved timestamptz)")
        cursor.execute("CREATE TABLE plain_answer (score int PRIMARY KEY, words text)")
        cursor.execute("CREATE TABLE plain_line (id int PRIMARY KEY, payload text)")
    for number in range(answers):
        with connection, connection.cursor() as cursor:
            cursor.execute("INSERT INTO plain_seat VALUES (%s, 'held', %s)", (number, number % 23))
            cursor.execute("INSERT INTO plain_score VALUES (%s, %s, %s, now())", (number, number, f"key {number}"))
            cursor.execute("INSERT INTO plain_answer VALUES (%s, 'state, unreal: neither')", (number,))
            cursor.execute("INSERT INTO plain_line VALUES (%s, '{}')", (number,))
            cursor.execute("UPDATE plain_seat SET state = 'scored' WHERE id = %s", (number,))


def selected(connection: Any, path: Path) -> None:
    """Every current answer with its clip, as lines of JSON."""
    with connection, connection.cursor() as cursor, path.open("w", encoding="utf-8") as out:
        cursor.execute(
            "SELECT m.desc_id, v.name, m.start_s, m.end_s, t.attempt, t.round, s.annotator_id, j.temporal, "
            "j.criterion, j.unreal, c.forward_text, c.backward_text, a.chosen_id FROM annotator_score s "
            "JOIN annotator_seat t ON t.id = s.seat_id JOIN moments_pair p ON p.id = t.pair_id "
            "JOIN moments_moment m ON m.id = p.moment_id JOIN moments_video v ON v.id = m.video_id "
            "LEFT JOIN annotator_judgement j ON j.score_id = s.id "
            "LEFT JOIN annotator_twincaption c ON c.score_id = s.id "
            "LEFT JOIN annotator_assignment a ON a.score_id = s.id WHERE s.current ORDER BY m.desc_id, t.id"
        )
        out.writelines(json.dumps(row) + "\n" for row in cursor)


def show(took: dict[str, Took], beside: dict[str, Took], played: dict[str, Any]) -> None:
    """The table, and what it comes to."""
    print(f"{'step':<22}{'wall s':>9}{'command s':>11}{'server s':>10}{'plain SQL s':>13}{'ratio':>8}")
    for name, one in took.items():
        line = f"{name:<22}{one.wall_s:>9.1f}{one.command_s:>11.1f}{one.server_s:>10.1f}"
        if name in beside:
            plain_s = beside[name].command_s + beside[name].server_s
            line += f"{plain_s:>13.1f}{(one.command_s + one.server_s) / max(plain_s, 0.01):>8.1f}"
        print(line)
    wall_s = sum(one.wall_s for one in took.values())
    cpu_s = sum(one.command_s + one.server_s for one in took.values())
    answer_ms = 1000 * (took["simulate"].command_s + took["simulate"].server_s) / played["answers"]
    outcomes = ", ".join(f"{name} {played[name]}" for name in ("twins", "single", "dropped", "decided_by_lead"))
    print(f"\n{VIDEOS} videos, {played['answers']} answers, {answer_ms:.1f} CPU-ms an answer with its share of sweeps")
    print(f"outcomes: {outcomes}; verified without a breach")
    print(f"in all {wall_s:.0f} s, {cpu_s:.0f} s of the processor (wanted: {WANTED_S}); load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
