"""Measures the road of a label on TVR's validation file, each step beside a reference of the same run.

    REELEVANCE_REAL_DATA=… make bench-road

Prints wall and CPU seconds of each command (the whole process), and their ratio to the reference: plain
SQLite inserts of the same rows for the import, the bare matrix product for the ranking, `SELECT` of the same
rows with the standard library for the export. CPU-milliseconds per label cover claiming, scoring, settling
and the synthetic annotators themselves.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUERIES, PEOPLE, SEED = "100", "23", "1"


def measured(job: Callable[[], object], *, children: bool) -> tuple[float, float]:
    """Wall and CPU seconds of a job, in this process or in the children that it waits for."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    before, start = resource.getrusage(who), time.perf_counter()
    job()
    wall, after = time.perf_counter() - start, resource.getrusage(who)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Run every step in a folder of its own and print the table."""
    data = Path(os.environ["REELEVANCE_REAL_DATA"]) / "tvr/tvr_val_release.jsonl"
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        env = {**os.environ, "REELEVANCE_DATA_DIR": scratch}
        env.pop("DATABASE_URL", None)

        def manage(*arguments: object) -> str:
            command = [sys.executable, "manage.py", *map(str, arguments)]
            return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout

        manage("migrate", "-v", "0")
        manage("create_campaign", "tvr", "--follow-suggestions", "--seed", SEED)
        steps = {
            "start of a command": ("check",),
            "import 8,097 moments": ("import_moments", "tvr", data, "--types", "v"),
            "import again": ("import_moments", "tvr", data, "--types", "v"),
            "sample": ("sample_queries", "tvr", "--split", "val", "--count", QUERIES, "--seed", SEED),
            "rank to 40": ("rank_candidates", "tvr"),
            "open": ("open_campaign", "tvr", "--allow-missing-clips"),
            "simulate to the end": ("simulate_annotators", "tvr", "--annotators", PEOPLE, "--seed", SEED),
            "verify": ("verify_campaign", "tvr"),
            "export tvr, raw": ("export_labels", "tvr", "--out", f"{scratch}/out"),
            "settle_scores": ("settle_scores", f"{scratch}/out/raw_annotation.csv", "--out", f"{scratch}/l.csv"),
        }
        figures = {name: measured(lambda step=step: manage(*step), children=True) for name, step in steps.items()}
        references = {
            "import 8,097 moments": measured(lambda: plain_inserts(data, Path(scratch)), children=False),
            "rank to 40": measured(lambda: bare_product(data), children=False),
            "export tvr, raw": measured(lambda: plain_select(Path(scratch)), children=False),
        }
        print_table(figures, references)
        labels = json.loads(Path(f"{scratch}/out/manifest.json").read_text())["files"]["raw_annotation.csv"]["rows"]
        cpu = figures["simulate to the end"][1]
        print(f"\n{labels} scores: {1000 * cpu / labels:.2f} CPU-ms a label, simulation and settling included")


def plain_inserts(data: Path, scratch: Path) -> None:
    """The same moments into one table of a fresh SQLite file."""
    rows = [json.loads(line) for line in data.open(encoding="utf-8")]
    with sqlite3.connect(scratch / "plain.sqlite3") as connection:
        connection.execute("CREATE TABLE moment (id INTEGER PRIMARY KEY, video, start_s, end_s, description, kind)")
        values = [(row["desc_id"], row["vid_name"], *row["ts"], row["desc"], row["type"]) for row in rows]
        connection.executemany("INSERT INTO moment VALUES (?, ?, ?, ?, ?, ?)", values)


def bare_product(data: Path) -> None:
    """The vectors of the captions, and their product with a hundred of them, no ranking."""
    sys.path.insert(0, str(ROOT))
    from moments.encoders import encoder_named

    rows = [json.loads(line) for line in data.open(encoding="utf-8")]
    captions = [row["desc"] for row in rows if row["type"] == "v"]
    encoder = encoder_named("lexical")
    encoder.fit(captions)
    vectors = encoder.encode(captions)
    (vectors[: int(QUERIES)] @ vectors.T).toarray()


def plain_select(scratch: Path) -> None:
    """The scores with their texts by SQL, as JSON lines."""
    with sqlite3.connect(scratch / "reelevance.sqlite3") as connection, (scratch / "plain.jsonl").open("w") as out:
        rows = connection.execute(
            "SELECT p.number, q.text, m.caption, v.name, m.start_s, m.end_s, p.similarity, s.relevance "
            "FROM annotator_score s JOIN annotator_seat e ON e.id = s.seat_id JOIN moments_pair p ON p.id = e.pair_id "
            "JOIN moments_query q ON q.id = p.query_id JOIN moments_moment m ON m.id = p.moment_id "
            "JOIN moments_video v ON v.id = m.video_id WHERE s.current"
        )
        out.writelines(json.dumps(row) + "\n" for row in rows)


def print_table(figures: dict[str, tuple[float, float]], references: dict[str, tuple[float, float]]) -> None:
    """Wall and CPU seconds of each step, the reference's, and their ratio."""
    print(f"{'step':<24}{'wall s':>8}{'CPU s':>8}{'reference CPU s':>18}{'ratio':>8}")
    for name, (wall, cpu) in figures.items():
        line = f"{name:<24}{wall:>8.2f}{cpu:>8.2f}"
        if name in references:
            line += f"{references[name][1]:>18.2f}{cpu / references[name][1]:>8.1f}"
        print(line)


if __name__ == "__main__":
    main()
