"""Measures the lead's pages on a campaign of published size on PostgreSQL.

    make bench-lead              (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own, fills it by SQL (3,281 queries, 96,483 opened pairs, 227,808
scores; 400 first batches await a decision), asks for each page in a child process through Django's test client, and
drops it. Cold is the quickest and the median of five requests with the cache emptied before each, warm those of ten
more: on a shared machine the two lie apart. Then decisions are made and undone as the review page's program does it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.published import published_campaign  # noqa: E402

if TYPE_CHECKING:
    from django.test import Client

# what is asked for, and the milliseconds wanted, cold and warm
PAGES: dict[str, tuple[int, int]] = {
    "agreement/": (2000, 200),
    "agreement/?scores=all": (2000, 200),
    "agreement/?by=week": (2000, 200),
    "agreement/csv/": (2000, 200),
    "review/": (300, 300),
    "inbox/": (500, 300),  # cold it looks for contradictions, as it does every five minutes
    "inbox/count/": (500, 100),
    "campaign/": (500, 500),
}
DECISION_MS = 100
DECISIONS = 20
# Batches in review, with the two people of their first batch qualified, as they are while a campaign goes on.
PENDING = """
UPDATE annotator_membership SET standing = 'qualified' WHERE role = 'annotator';
UPDATE consensus_batchreview r SET decision = '', decided_at = NULL, actor = '',
       advice = CASE WHEN r.id % 3 = 0 THEN 'extend' ELSE 'close' END
    FROM moments_batch b JOIN moments_query q ON q.id = b.query_id
    WHERE b.id = r.batch_id AND b.number = 1 AND q.query_id BETWEEN 1601 AND 2000;
INSERT INTO annotator_share (campaign_id, batch_id, number, annotator_id)
    SELECT 1, r.batch_id, n, (SELECT min(id) FROM annotator_membership WHERE role = 'annotator')
           + (r.batch_id + n * 5) % 23 FROM consensus_batchreview r, generate_series(1, 2) n WHERE r.decision = '';
ANALYZE;
"""


def main() -> None:
    """Make the campaign, ask in a child whose settings name its database, drop it."""
    with published_campaign() as (env, _):
        with psycopg2.connect(env["DATABASE_URL"]) as connection:
            connection.cursor().execute(PENDING)
        connection.close()
        collected = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
        subprocess.run(collected, cwd=ROOT, env=env, check=True, capture_output=True)
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
        cold, warm = quickest_and_median(times[:5]), quickest_and_median(times[5:])
        print(f"{page:<24} {cold:>18} {cold_ms:>7}   {warm:>18} {warm_ms:>7}  {counts[4]}/{counts[14]}")
    decide_some(client)


def decide_some(client: Client) -> None:
    """Close, undo, extend and undo batches in review, and time each answer."""
    from consensus.models import BatchReview

    waiting = list(BatchReview.objects.filter(decision="").order_by("pk").values_list("pk", flat=True)[:DECISIONS])
    print(f"{'decision by key':<24} {'min, median':>18} {'wanted':>7}")
    for decision in ("close", "extend"):
        for deed, sent in (("decide", {"decision": decision}), ("undo", {})):
            times = []
            for pk in waiting:
                start = time.perf_counter()
                answer = client.post(f"/c/bench/reviews/{pk}/{deed}/", sent, headers={"HX-Request": "1"}, secure=True)
                times.append(1000 * (time.perf_counter() - start))
                assert answer.status_code == 200, (deed, answer.content)
            named = decision if deed == "decide" else f"undo {decision}"
            print(f"{named:<24} {quickest_and_median(times):>18} {DECISION_MS:>7}")
        waiting = list(BatchReview.objects.filter(decision="").order_by("-pk").values_list("pk", flat=True)[:DECISIONS])


def quickest_and_median(times: list[float]) -> str:
    """The quickest and the median, in milliseconds."""
    return f"{min(times):.0f}, {statistics.median(times):.0f} ms"


if __name__ == "__main__":
    ask_all() if sys.argv[1:] == ["ask"] else main()
