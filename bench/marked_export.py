"""Measures the export of a marking campaign, at the published size, in every format on PostgreSQL.

    make bench-marked-export     (BENCH_POSTGRES names the server, postgres://postgres@127.0.0.1:5432 if left out)

Makes a database of its own with 268 drawn videos of 40 hours and 1,800 questions with both people's markings, and
captions and clips made from a third of them each; measures in child processes, and drops it. Seconds are wall time
with the start of the command, RSS the peak of the child.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.export import child  # noqa: E402
from bench.published import own_database, with_people  # noqa: E402
from consensus.export.formats.registry import MARKING_FORMATS  # noqa: E402

VIDEOS, QUESTIONS, SEED = 268, 1800, 18
TURNS, WANTED_SECONDS = 3, 20


def main() -> None:
    """Make the campaign, measure, print, drop it."""
    with own_database() as (env, scratch):
        with_people(env, scratch, "--kind", "mark", "--seed", str(SEED))
        subprocess.run([sys.executable, __file__, "fill"], cwd=ROOT, env=env, check=True)
        measure(env, scratch)


def measure(env: dict[str, str], scratch: Path) -> None:
    """Everything that is printed."""
    manage = [sys.executable, "manage.py"]
    start, _ = child([*manage, "check"], env)
    export = [*manage, "export_labels", "bench", "--out"]
    formats = ",".join(MARKING_FORMATS)
    runs = [child([*export, f"{scratch}/all-{turn}", "--formats", formats], env) for turn in range(TURNS)]
    manifest = json.loads((scratch / "all-0/manifest.json").read_text())
    size = sum(path.stat().st_size for path in (scratch / "all-0").rglob("*") if path.is_file())
    pools = manifest["pools"]
    asked = ", ".join(f"{count:,} {task}" for task, count in manifest["questions"].items())
    print(f"questions {asked}; {manifest['truths']:,} truths on {manifest['videos']} videos")
    print(f"{pools['clips']:,} clips in pools, {pools['recognisable_truths']} recognisable; {size / 2**20:.0f} MiB")
    times = ", ".join(f"{seconds:.2f}" for seconds, _ in runs)
    print(f"all formats      {times} s  (wanted: {WANTED_SECONDS}), start of a command {start:.2f} s of it")
    print(f"peak RSS         {max(peak for _, peak in runs) / 1024:7.0f} MiB")
    for name in MARKING_FORMATS:
        seconds, _ = child([*export, f"{scratch}/{name}", "--formats", name], env)
        print(f"{name:<16} {seconds:7.2f} s  alone")
    same = len({(scratch / f"all-{turn}/manifest.json").read_bytes() for turn in range(TURNS)}) == 1
    print(f"the same bytes in every run: {'yes' if same else 'NO'}")


def fill() -> None:
    """The questions, straight into the tables, in a process that finds the database by its environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.db import connection

    from moments.models import Campaign
    from tests.marked_world import drawn_videos, store_world

    campaign = Campaign.objects.get(slug="bench")
    author, marker = campaign.members.order_by("pk")[:2]
    store_world(campaign, drawn_videos(SEED, videos=VIDEOS, questions=QUESTIONS), author, marker)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    fill() if sys.argv[1:] == ["fill"] else main()
