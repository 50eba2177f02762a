"""Measures the export of a campaign of published size on PostgreSQL, beside COPY of the same rows.

    make bench-export            (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own, fills it by SQL with 3,281 queries, 131,240 pairs, 227,808 scores, 94,442 agreed and
2,041 discarded pairs, measures in child processes, and drops it. Seconds are wall time, RSS the peak of the child.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import psycopg2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.published import LABELS, MOMENTS_A_VIDEO, SCORES, VIDEOS, published_campaign  # noqa: E402
from consensus.export.formats.registry import FORMATS  # noqa: E402

TURNS = 6
WANTED_SECONDS, WANTED_MIB, WANTED_RATIO = 20, 300, 3

SAME_ROWS = """
    SELECT p.number, q.query_id, q.text, v.name, m.start_s, m.end_s, v.duration_s, m.caption, p.similarity, d.relevance
    FROM consensus_verdict d JOIN moments_pair p ON p.id = d.pair_id JOIN moments_query q ON q.id = p.query_id
    JOIN moments_moment m ON m.id = p.moment_id JOIN moments_video v ON v.id = m.video_id
    WHERE p.campaign_id = 1 AND NOT d.superseded AND d.attempt = p.attempt AND d.kind = 'agreed' ORDER BY p.number
"""


def main() -> None:
    """Make the campaign, measure, print, drop it."""
    with published_campaign() as (env, scratch):
        measure(env, scratch)


def measure(env: dict[str, str], scratch: Path) -> None:
    """Everything that is printed."""
    manage = [sys.executable, "manage.py"]
    start, _ = child([*manage, "check"], env)
    export = [*manage, "export_labels", "bench", "--out"]
    every, peak = child([*export, f"{scratch}/all", "--formats", ",".join(FORMATS)], env)
    tvr, _ = child([*export, f"{scratch}/tvr", "--formats", "tvr"], env)
    both = {"json": [], "copy": []}  # type: dict[str, list[float]]
    for turn in range(TURNS):  # in turn, so that a slow minute of the machine is both's
        for kind, times in both.items():
            times.append(seconds_of([sys.executable, __file__, kind, f"{scratch}/{kind}-{turn}"], env))
    json_s, copy_s = min(both["json"]), min(both["copy"])
    size = sum(path.stat().st_size for path in (scratch / "all").rglob("*") if path.is_file())
    print(f"{LABELS:,} labels, {SCORES:,} raw scores, {VIDEOS * MOMENTS_A_VIDEO:,} moments; {size / 2**20:.0f} MiB")
    print(f"all formats      {every:7.2f} s  (wanted: {WANTED_SECONDS}), start of a command {start:.2f} s of it")
    print(f"peak RSS         {peak / 1024:7.0f} MiB  (wanted: {WANTED_MIB})")
    print(f"format tvr       {tvr:7.2f} s  the whole command, with run, scores, card, checksums")
    print(f"labels as JSON   {json_s:7.2f} s")
    print(f"COPY … TO        {copy_s:7.2f} s  the same rows, to a file")
    middle = median(one / other for one, other in zip(both["json"], both["copy"], strict=True))
    print(f"JSON / COPY      {json_s / copy_s:7.2f}    (wanted: {WANTED_RATIO}); median of {TURNS} pairs {middle:.2f}")


def child(command: list[str], env: dict[str, str]) -> tuple[float, int]:
    """Wall seconds and peak RSS in KiB of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - start, usage.ru_maxrss


def seconds_of(command: list[str], env: dict[str, str]) -> float:
    """The seconds that a command of this file prints."""
    return float(subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout)


def write_json(out: Path) -> None:
    """Time the labels' JSON files alone, in a process that is up already."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from consensus.export.folder import Folder
    from consensus.export.formats.tvr import labels_writer
    from consensus.export.services.exporting import snapshot
    from consensus.labels.selectors.labels import labels, opened_splits
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
