"""What one label costs in processor time, with what it is compared to; needs no quiet machine."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from config.environment import BASE_DIR
from tests.rig.postgres import own_postgres
from tests.rig.web import manage, placed, platform_env

LABELS = 2000
PEOPLE = 23
QUERIES = 200
DATABASE = "bench"


def label(seconds: float | None = None) -> None:
    """LABELS (2,000) labels of 23 people on 4,000 pairs by program, then by desk (a session instead of a token).

    However long that takes. STATEMENTS=1 shows the last label's statements; PROFILE=name writes cProfile's name.program
    and name.desk instead.
    """
    with tempfile.TemporaryDirectory(prefix="reelevance-label-") as folder, own_postgres() as postgres:
        postgres.run(f"CREATE DATABASE {DATABASE}")
        env = platform_env(Path(folder), postgres.url(DATABASE))
        manage(env, "migrate", "-v", "0")
        made = placed(env, queries=QUERIES, people=PEOPLE)
        postgres.run("VACUUM ANALYZE", name=DATABASE)
        for session in (False, True):
            name = f"{DATABASE}_{session}".lower()
            postgres.run(f"CREATE DATABASE {name} TEMPLATE {DATABASE}")
            env["DATABASE_URL"] = postgres.url(name)
            asked = {"people": made["people"], "labels": int(os.environ.get("LABELS") or LABELS), "session": session}
            print(lines_of("desk" if session else "program", one_process(env, asked)), flush=True)


def one_process(env: dict[str, str], asked: dict[str, Any]) -> dict[str, Any]:
    """What `bench.load.one_process` found."""
    kind = "desk" if asked["session"] else "program"
    profile = {"profile": f"{os.environ['PROFILE']}.{kind}"} if os.environ.get("PROFILE") else {}
    command = [sys.executable, "-m", "bench.load.one_process", json.dumps(asked | profile)]
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return dict(json.loads(done.stdout.splitlines()[-1]))


def lines_of(name: str, found: dict[str, Any]) -> str:
    """The lines of one kind of client."""
    if not found:
        return f"{name}: profiled"
    lines = []
    for kind, each in found["each"].items():
        server = each["web"] + each["database"]
        lines.append(
            f"{name:<8} {kind:<8} CPU-ms {server:>7.3f} (process {each['web']:.3f}, database {each['database']:.3f})"
            f"  wall {each['wall']:.3f} ms"
        )
    ours, unit, bare = (sum(found["each"][kind][part] for part in ("web", "database")) for kind in found["each"])
    walls = [found["each"][kind]["wall"] for kind in ("bare", "label")]
    lines.append(
        f"{name:<8} a label costs {ours / unit:.1f} healthz; {bare / ours:.0%} of bare psycopg2's rate by CPU, "
        f"{walls[0] / walls[1]:.0%} by the clock; {statistics.mean(found['statements']):.1f} statements "
        f"({statistics.median(found['statements']):.0f} mostly); {found['fates']}"
    )
    if os.environ.get("STATEMENTS"):
        lines += found["last"]
    return "\n".join(lines)
