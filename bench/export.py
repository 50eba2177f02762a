"""Measures the export of a campaign of published size on PostgreSQL, beside COPY of the same rows.

    make bench-export            (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own, fills it by SQL with 3,281 queries, 131,240 pairs, 227,808 scores, 94,442 agreed and
2,041 discarded pairs, measures in child processes, and drops it. Seconds are wall time, RSS the peak of the child.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
QUERIES, TOP, VIDEOS, MOMENTS_A_VIDEO = 3281, 40, 21_793, 5
PAIRS, ESCALATED, DISCARDED = 96_483, 17_421, 2_041
LABELS, SCORES = PAIRS - DISCARDED, 2 * PAIRS + 2 * ESCALATED
WANTED_SECONDS, WANTED_MIB, WANTED_RATIO = 20, 300, 3

SAME_ROWS = """
    SELECT p.number, q.query_id, q.text, v.name, m.start_s, m.end_s, v.duration_s, m.caption, p.similarity, d.relevance
    FROM consensus_verdict d JOIN moments_pair p ON p.id = d.pair_id JOIN moments_query q ON q.id = p.query_id
    JOIN moments_moment m ON m.id = p.moment_id JOIN moments_video v ON v.id = m.video_id
    WHERE p.campaign_id = 1 AND NOT d.superseded AND d.attempt = p.attempt AND d.kind = 'agreed' ORDER BY p.number
"""

COUNTS = "SELECT (SELECT count(*) FROM consensus_verdict WHERE kind = 'agreed'), count(*) FROM annotator_score"
BUILD = f"""
SELECT setseed(0.5);
SET session_replication_role = replica;  -- the triggers and keys are for people, not for made-up rows
INSERT INTO moments_video (campaign_id, name, duration_s)
    SELECT 1, 'show_s0' || i % 9 || 'e' || i || '_seg02_clip_' || i, 60 + i % 40 FROM generate_series(1, {VIDEOS}) i;
INSERT INTO moments_moment (campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind)
    SELECT 1, v.id, 10000 + (v.id - 1) * {MOMENTS_A_VIDEO} + n, n * 9.37, n * 9.37 + 8.81, 'x',
           'Somebody takes the ' || md5(v.id || '-' || n) || ' from the table and hands it to the other person.', 'v'
    FROM moments_video v, generate_series(1, {MOMENTS_A_VIDEO}) n;
INSERT INTO moments_query (campaign_id, query_id, split, text, version)
    SELECT 1, i, CASE WHEN i <= 500 THEN 'val' ELSE 'test' END,
           'Somebody takes the ' || md5(i::text) || ' and gives it away.', 1 FROM generate_series(1, {QUERIES}) i;
INSERT INTO moments_batch (campaign_id, query_id, number, protocol_id, opened_at)
    SELECT 1, q.id, b, (SELECT min(id) FROM moments_protocolversion), now()
    FROM moments_query q, generate_series(1, 2) b WHERE b = 1 OR q.query_id <= 1544;
INSERT INTO moments_pair (campaign_id, query_id, moment_id, number, rank, similarity, batch_id, attempt, parked)
    SELECT 1, q.id, 1 + (q.query_id * 4241 + r * 2713) % {VIDEOS * MOMENTS_A_VIDEO}, (q.query_id - 1) * {TOP} + r, r,
           round((1 - r / 60.0 + random() / 100)::numeric, 6)::float8 - 0.02, b.id, 1, false
    FROM moments_query q CROSS JOIN generate_series(1, {TOP}) r
    LEFT JOIN moments_batch b ON b.query_id = q.id AND b.number = (r - 1) / 20 + 1
        AND (q.query_id < 1544 OR r <= CASE WHEN q.query_id = 1544 THEN 23 ELSE 20 END);
CREATE TEMPORARY TABLE judged AS SELECT id, query_id, row_number() OVER (ORDER BY md5(id::text)) AS place,
    greatest(0, least(4, round(3 - rank / 15.0 + random() * 2 - 1)))::int AS near FROM moments_pair
    WHERE batch_id IS NOT NULL;
INSERT INTO annotator_seat (campaign_id, pair_id, public_id, purpose, attempt, round, number, state, superseded,
                            annotator_id, position)
    SELECT 1, j.id, gen_random_uuid(), 'campaign', 1, (n + 1) / 2, (n - 1) % 2 + 1, 'settled', false,
           (SELECT min(id) FROM annotator_membership) + (j.query_id + n * 5) % 23, 0
    FROM judged j, generate_series(1, 4) n WHERE n <= 2 OR j.place <= {ESCALATED};
INSERT INTO annotator_score (seat_id, annotator_id, key, relevance, saved_at, worked_at, changeable_until, current,
                             final)
    SELECT s.id, s.annotator_id, 'k' || s.id, greatest(0, least(4, j.near + round(random() * 1.4 - 0.7))),
           timestamptz '2026-01-01 12:00Z' + s.id * interval '1 second',
           timestamptz '2026-01-01 12:00Z' + s.id * interval '1 second', '2026-01-02', true, true
    FROM annotator_seat s JOIN judged j ON j.id = s.pair_id;
INSERT INTO consensus_verdict (pair_id, attempt, kind, relevance, round, protocol_id, actor, reason, decided_at,
                               superseded)
    SELECT id, 1, CASE WHEN place <= {DISCARDED} THEN 'discarded' ELSE 'agreed' END,
           CASE WHEN place > {DISCARDED} THEN near END, CASE WHEN place <= {ESCALATED} THEN 2 ELSE 1 END,
           (SELECT min(id) FROM moments_protocolversion), 'rule', '', now(), false FROM judged;
INSERT INTO consensus_batchreview (campaign_id, batch_id, advice, reason, suggested_at, decision, actor, note,
                                   decided_at, superseded)
    SELECT 1, id, 'close', 'made up', now(), 'close', 'rule', '', now(), false FROM moments_batch;
SET session_replication_role = DEFAULT;
ANALYZE;
"""


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
    """Everything that is printed."""
    env = {
        **os.environ,
        "DATABASE_URL": database,
        "REELEVANCE_DATA_DIR": str(scratch),
        "REDIS_URL": "redis://127.0.0.1:6379/9",
        "SECRET_KEY": secrets.token_hex(32),
        "ALLOWED_HOSTS": "localhost",
    }
    manage = [sys.executable, "manage.py"]
    people = ("create_annotators", "bench", "--count", "23", "--out", f"{scratch}/people.csv")
    for step in (("migrate", "-v", "0"), ("create_campaign", "bench"), people):
        subprocess.run([*manage, *step], cwd=ROOT, env=env, check=True, capture_output=True)
    with psycopg2.connect(database) as connection:
        connection.cursor().execute(BUILD)
        counted = connection.cursor()
        counted.execute(COUNTS)
        assert counted.fetchone() == (LABELS, SCORES)
    connection.close()
    start, _ = child([*manage, "check"], env)
    export = [*manage, "export_labels", "bench", "--out"]
    every, peak = child([*export, f"{scratch}/all", "--formats", "tvr,raw,qrels,beir,parquet"], env)
    tvr, _ = child([*export, f"{scratch}/tvr", "--formats", "tvr"], env)
    json_s = min(told([sys.executable, __file__, "json", f"{scratch}/json"], env) for _ in range(3))
    copy_s = min(told([sys.executable, __file__, "copy", f"{scratch}/copy.tsv"], env) for _ in range(3))
    size = sum(path.stat().st_size for path in (scratch / "all").rglob("*") if path.is_file())
    print(f"{LABELS:,} labels, {SCORES:,} raw scores, {VIDEOS * MOMENTS_A_VIDEO:,} moments; {size / 2**20:.0f} MiB")
    print(f"all formats      {every:7.2f} s  (wanted: {WANTED_SECONDS}), start of a command {start:.2f} s of it")
    print(f"peak RSS         {peak / 1024:7.0f} MiB  (wanted: {WANTED_MIB})")
    print(f"format tvr       {tvr:7.2f} s  the whole command, with run, scores, card, checksums")
    print(f"labels as JSON   {json_s:7.2f} s")
    print(f"COPY … TO        {copy_s:7.2f} s  the same rows, to a file")
    print(f"JSON / COPY      {json_s / copy_s:7.2f}    (wanted: {WANTED_RATIO})")


def child(command: list[str], env: dict[str, str]) -> tuple[float, int]:
    """Wall seconds and peak RSS in KiB of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, usage.ru_maxrss


def told(command: list[str], env: dict[str, str]) -> float:
    """The seconds that a command of this file tells."""
    return float(subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout)


def write_json(out: Path) -> None:
    """Time the labels' JSON files alone, in a process that is up already."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from consensus.formats.folder import Folder
    from consensus.formats.tvr import labels_writer
    from consensus.selectors.labels import labels, opened_splits
    from consensus.services.exporting import snapshot
    from moments.models import Campaign

    campaign = Campaign.objects.get(slug="bench")
    start = time.perf_counter()
    folder = Folder(out)
    with snapshot(), labels_writer(folder, opened_splits(campaign)) as take:
        for label in labels(campaign):
            take(label)
    assert sum(folder.rows.values()) == LABELS
    print(time.perf_counter() - start)


def copy_rows(out: Path) -> None:
    """Time COPY of the same rows in the same order."""
    with psycopg2.connect(os.environ["DATABASE_URL"]) as connection, out.open("wb") as file:
        start = time.perf_counter()
        connection.cursor().copy_expert(f"COPY ({SAME_ROWS}) TO STDOUT", file)
        file.flush()
        print(time.perf_counter() - start)
    connection.close()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        {"json": write_json, "copy": copy_rows}[sys.argv[1]](Path(sys.argv[2]))
    else:
        main()
