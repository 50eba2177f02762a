"""A campaign of published size on PostgreSQL, made by SQL in a database of its own: 3,281 queries, 131,240 pairs,
227,808 scores, 94,442 agreed and 2,041 discarded pairs.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
QUERIES, TOP, VIDEOS, MOMENTS_A_VIDEO = 3281, 40, 21_793, 5
PAIRS, ESCALATED, DISCARDED = 96_483, 17_421, 2_041
LABELS, SCORES = PAIRS - DISCARDED, 2 * PAIRS + 2 * ESCALATED

COUNTS = "SELECT (SELECT count(*) FROM consensus_verdict WHERE kind = 'agreed'), count(*) FROM annotator_score"
BUILD = f"""
SELECT setseed(0.5);
SET session_replication_role = replica;  -- the triggers and keys are for people, not for made-up rows
INSERT INTO moments_video (campaign_id, name, duration_s, domain)
    SELECT 1, 'show_s0' || i % 9 || 'e' || i || '_seg02_clip_' || i, 60 + i % 40, ''
    FROM generate_series(1, {VIDEOS}) i;
INSERT INTO moments_moment (campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind, whole)
    SELECT 1, v.id, 10000 + (v.id - 1) * {MOMENTS_A_VIDEO} + n, n * 9.37, n * 9.37 + 8.81, 'x',
           'Somebody takes the ' || md5(v.id || '-' || n) || ' from the table and hands it to the other person.', 'v',
           false
    FROM moments_video v, generate_series(1, {MOMENTS_A_VIDEO}) n;
INSERT INTO moments_query (campaign_id, query_id, split, text, version, priority)
    SELECT 1, i, CASE WHEN i <= 500 THEN 'val' ELSE 'test' END,
           'Somebody takes the ' || md5(i::text) || ' and gives it away.', 1, 0 FROM generate_series(1, {QUERIES}) i;
INSERT INTO moments_batch (campaign_id, query_id, number, protocol_id, opened_at)
    SELECT 1, q.id, b, (SELECT min(id) FROM moments_protocolversion), now()
    FROM moments_query q, generate_series(1, 2) b WHERE b = 1 OR q.query_id <= 1544;
INSERT INTO moments_pair (campaign_id, query_id, moment_id, number, rank, similarity, batch_id, attempt, parked,
                          study_only)
    SELECT 1, q.id, 1 + (q.query_id * 4241 + r * 2713) % {VIDEOS * MOMENTS_A_VIDEO}, (q.query_id - 1) * {TOP} + r, r,
           round((1 - r / 60.0 + random() / 100)::numeric, 6)::float8 - 0.02, b.id, 1, false, false
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


@contextmanager
def published_campaign() -> Iterator[tuple[dict[str, str], Path]]:
    """The campaign `bench`: the environment in which a child of ours finds it, and a folder; both go at the end."""
    with own_database() as (env, scratch):
        _fill(env, scratch)
        yield env, scratch


@contextmanager
def own_database() -> Iterator[tuple[dict[str, str], Path]]:
    """The environment in which a child of ours finds an empty database, and a folder; both go at the end."""
    name = f"reelevance_bench_{secrets.token_hex(4)}"
    admin = psycopg2.connect(f"{SERVER}/postgres")
    admin.autocommit = True
    admin.cursor().execute(f"CREATE DATABASE {name}")
    try:
        with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
            env = {
                **os.environ,
                "DATABASE_URL": f"{SERVER}/{name}",
                "REELEVANCE_DATA_DIR": scratch,
                "REDIS_URL": "redis://127.0.0.1:6379/9",
                "SECRET_KEY": secrets.token_hex(32),
                "ALLOWED_HOSTS": "localhost",
                "DJANGO_SETTINGS_MODULE": "config.settings",
            }
            yield env, Path(scratch)
    finally:
        admin.cursor().execute(f"DROP DATABASE {name} WITH (FORCE)")
        admin.close()


def with_people(env: dict[str, str], scratch: Path, *options: str) -> None:
    """Migrate, and create the campaign `bench` with these options and 23 people."""
    people = ("create_annotators", "bench", "--count", "23", "--out", f"{scratch}/people.csv")
    for step in (("migrate", "-v", "0"), ("create_campaign", "bench", *options), people):
        subprocess.run([sys.executable, "manage.py", *step], cwd=ROOT, env=env, check=True, capture_output=True)


def _fill(env: dict[str, str], scratch: Path) -> None:
    with_people(env, scratch)
    with psycopg2.connect(env["DATABASE_URL"]) as connection:
        connection.cursor().execute(BUILD)
        counted = connection.cursor()
        counted.execute(COUNTS)
        assert counted.fetchone() == (LABELS, SCORES)
    connection.close()
