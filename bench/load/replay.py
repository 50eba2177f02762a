"""The published campaign through HTTP: opened, scored by 23 programs, swept, reviewed by the rule, exported."""

from __future__ import annotations

import csv
import itertools
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from bench.load.clients import Manners
from bench.load.played import Pairs, Scores, part_of, published_queries, relevance_of
from bench.load.served import DATABASE, Run, Team, crowd_at_work
from bench.load.sweeping import Sweeping
from tests.rig.place import SLUG
from tests.rig.web import manage, placed

PEOPLE = 23
PATIENCE_S = 6 * 3600.0
CLIPS = "SELECT c.key, p.number FROM moments_pair p JOIN moments_clip c ON c.moment_id = p.moment_id"
WISHES = {"people": PEOPLE, "batches": 2, "grace_s": 60, "open": False}


def play_published(served: Team, seconds: float | None) -> None:
    """Play it on that platform, all of it or about PAIRS pairs, each request with one score or TOGETHER scores."""
    source, queries = published_queries()
    queries = part_of(queries, int(os.environ["PAIRS"])) if os.environ.get("PAIRS") else queries
    scores = list(itertools.chain(*queries))
    together = int(os.environ.get("TOGETHER") or 1)
    counts = f"{len(queries)} queries, {len(scores)} pairs, {sum(map(len, scores))} scores from {source}"
    print(f"published: {counts}; {PEOPLE} programs, {together} scores a request", flush=True)
    people = placed(served.env, sizes=list(map(len, queries)), **WISHES)["people"]
    started = time.monotonic()
    with timed("opened"):
        manage(served.env, "open_campaign", SLUG, "--allow-missing-clips")
    with timed("scored and decided"):
        manners = Manners(value=answers(served, scores), together=together)
        run, sweeping = _worked(served, people, manners, seconds)
    with timed("exported"):
        manage(served.env, "export_labels", SLUG, "--out", served.folder / "out", *(["--partial"] if seconds else []))
    print(f"published: {time.monotonic() - started:.0f} s from opening to export", flush=True)
    print(run.line("published"), sweeping.lines_by_part(), sep="\n", flush=True)
    check_export(served.folder / "out", queries, whole=seconds is None)


def answers(served: Team, scores: Sequence[Scores]) -> Callable[[dict[str, Any]], int]:
    """What a program says of a seat: the next of its pair's scores, known by the clip, which is all that it sees."""
    assert served.postgres is not None
    pair_of = dict(served.postgres.run(CLIPS, name=DATABASE))
    given = {number: iter(values) for number, values in enumerate(scores, start=1)}

    def answer(seat: dict[str, Any]) -> int:
        return next(given[pair_of[PurePosixPath(urlsplit(seat["clip"]["url"]).path).stem]])

    return answer


def _worked(
    served: Team, people: list[dict[str, str]], manners: Manners, seconds: float | None
) -> tuple[Run, Sweeping]:
    assert served.postgres is not None
    sweeping = Sweeping(served, served.postgres.url(DATABASE))
    sweeping.look()
    patience = seconds or PATIENCE_S
    run = crowd_at_work(served, people, manners, patience, served.folder / "journal", until=sweeping.look)
    return run, sweeping


def check_export(folder: Path, queries: Sequence[Pairs], *, whole: bool) -> None:
    """Every exported label is what the rules make of the pair's scores; all are there where all was played."""
    expected = {number: relevance_of(values) for number, values in enumerate(itertools.chain(*queries), start=1)}
    labels = {label["pair_id"]: label["relevance"] for label in json.loads((folder / "val.json").read_text())}
    with (folder / "raw_annotation.csv").open(newline="") as file:
        rows = sum(1 for _ in csv.DictReader(file))
    wrong = [number for number, relevance in labels.items() if expected[int(number)] != relevance]
    agreed = sum(relevance is not None for relevance in expected.values())
    print(
        f"export: {len(labels)} of {agreed} labels, {rows} raw scores, {len(wrong)} labels not as expected", flush=True
    )
    if wrong or (whole and (len(labels), rows) != (agreed, sum(map(len, itertools.chain(*queries))))):
        raise SystemExit(f"the export is not what was scored: {wrong[:20]}")


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Says how long the block took."""
    started = time.monotonic()
    yield
    print(f"published: {name} in {time.monotonic() - started:.0f} s", flush=True)
