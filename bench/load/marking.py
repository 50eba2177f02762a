"""What a marking costs in processor time beside a grade: the same claims and submissions, in turns in one process."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.load.one_process import Desk, Used, measured, moved
from config.environment import BASE_DIR
from tests.rig.postgres import own_postgres
from tests.rig.web import manage, placed, platform_env

PEOPLE, QUERIES = 23, 100
VIDEOS, QUESTIONS = 46, 50
TURNS, CHUNK = 9, 100


def marking(seconds: float | None = None) -> None:
    """Nine turns of 100 markings (two segments, all of M4) beside 100 grades, of 23 people by program on PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="reelevance-marking-") as folder, own_postgres() as postgres:
        postgres.run("CREATE DATABASE bench")
        env = platform_env(Path(folder), postgres.url("bench"))
        manage(env, "migrate", "-v", "0")
        made = placed(env, queries=QUERIES, people=PEOPLE)
        command = [sys.executable, "-m", "bench.load.marking", json.dumps(made["people"])]
        done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr[-3000:])
        print(done.stdout, end="")


class MarkingDesk(Desk):
    """The same people of a marking campaign."""

    def answer(self, number: int) -> dict[str, Any]:
        """Two segments, and what a marker says of the question."""
        start_ms = 100 * (number % 200)
        segments = [[start_ms, start_ms + 5000], [40_000, 41_000 + start_ms // 10]]
        return {"segments": segments, "specific": True, "complete": True}


def long_people() -> list[dict[str, str]]:
    """The people of a campaign of 46 videos with 50 questions each, which one author has asked."""
    from annotator.people.services.people import issue_token
    from tests.factories import NOW
    from tests.marking import asked, finished, marking_campaign

    campaign, (author, *markers) = marking_campaign(people=PEOPLE + 1, videos=VIDEOS)
    for video in campaign.videos.all():
        for _ in range(QUESTIONS):
            asked(author, video=video)
    finished(author)
    return [{"who": one.user.username, "token": issue_token(user=one.user, now=NOW)} for one in markers]


def main() -> None:
    """Argument: JSON of the people of the campaign `load`."""
    import django

    django.setup()
    from django.db import connection

    from config.wsgi import application

    grades = Desk(application, json.loads(sys.argv[1]), False)
    marks = MarkingDesk(application, long_people(), False, campaign="long")
    pid = moved(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for desk in (grades, marks):
        for _ in range(CHUNK):
            desk.label()
    ratios = []
    for _ in range(int(os.environ.get("TURNS") or TURNS)):
        one, other = Used(), Used()
        measured(one, grades.label, pid, CHUNK)
        measured(other, marks.label, pid, CHUNK)
        costs = [sum(used.each()[part] for part in ("web", "database")) for used in (one, other)]
        ratios.append(costs[1] / costs[0])
        print(f"grade {costs[0]:.2f} CPU-ms, marking {costs[1]:.2f} CPU-ms, ratio {ratios[-1]:.2f}", flush=True)
    print(f"marking over grade: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")
    print(f"answers: grades {dict(grades.fates)}, markings {dict(marks.fates)}")


if __name__ == "__main__":
    main()
