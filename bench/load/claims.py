"""Whether a claim costs the same in a campaign of 1,000 and of 1,000,000 pairs: each step by itself."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from bench.load.claims_made import STAGES, stage_sql
from config.environment import BASE_DIR
from tests.rig.postgres import Postgres, own_postgres
from tests.rig.web import manage, placed, platform_env

SIZES = (1_000, 100_000, 1_000_000)
ROUNDS = 15
MOST_GROWTH = 1.5
LEAST_MS = 1.0  # growth of less is noise
EMPTY = "empty"
STEPS: dict[str, list[tuple[str, int]]] = {
    "opened": [("top up", 22), ("claim", 22), ("take_share", 22), ("take_singles", 22), ("take_over", 22),
               ("count", 22)],
    "half": [("top up", 22), ("claim", 22), ("claim", 3), ("take_singles", 23), ("take_share", 23), ("take_share", 3),
             ("take_over", 23), ("count", 3), ("count", 23)],
    "end": [("claim", 0), ("claim", 23), ("take_share", 0), ("take_share", 23), ("take_over", 23), ("count", 0)],
}  # fmt: skip
Figures = dict[tuple[str, int], list[dict[str, float]]]


class Campaign:
    """One campaign in a database of its own, with a process that does single steps in it."""

    def __init__(self, server: Postgres, env: dict[str, str], pairs: int) -> None:
        self.server, self.pairs, self.name = server, pairs, f"pairs_{pairs}"
        server.run(f"CREATE DATABASE {self.name} TEMPLATE {EMPTY}")
        self.env = env | {"DATABASE_URL": server.url(self.name)}

    def move_to(self, stage: str) -> None:
        """Make the campaign what it is at that stage."""
        started = time.monotonic()
        self.server.run(stage_sql(stage, self.pairs), name=self.name)
        self.server.run("VACUUM ANALYZE", name=self.name)
        print(f"{self.pairs:>9} pairs {stage}: made in {time.monotonic() - started:.0f} s", flush=True)

    @contextmanager
    def asked(self) -> Iterator[subprocess.Popen[str]]:
        """A process that does steps; it ends with the block."""
        command = [sys.executable, "-m", "bench.load.claims_asked"]
        with subprocess.Popen(
            command, cwd=BASE_DIR, env=self.env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            yield process


def compare_claims(sizes: Sequence[int], rounds: int) -> None:
    """Each step in campaigns of those sizes, in turn, at three stages; an error where one grows with the campaign."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reelevance-load-")))
        server = stack.enter_context(own_postgres(max_wal_size="4GB"))
        server.run(f"CREATE DATABASE {EMPTY}")
        env = platform_env(folder, server.url(EMPTY))
        manage(env, "migrate", "-v", "0")
        placed(env, queries=1, people=24)
        campaigns = [Campaign(server, env, pairs) for pairs in sizes]
        grown = []
        for stage in STAGES:
            for campaign in campaigns:
                campaign.move_to(stage)
            grown += [f"{stage}: {line}" for line in _tell(stage, sizes, _rounds(campaigns, STEPS[stage], rounds))]
    if grown:
        raise SystemExit("grows with the campaign:\n" + "\n".join(grown))


def _rounds(campaigns: Sequence[Campaign], steps: Sequence[tuple[str, int]], rounds: int) -> list[Figures]:
    """By campaign, what each step took in each round; one round to warm up is left out."""
    figures: list[Figures] = [{step: [] for step in steps} for _ in campaigns]
    with ExitStack() as stack:
        processes = [stack.enter_context(campaign.asked()) for campaign in campaigns]
        for number in range(-1, rounds):
            for process, found in zip(processes, figures, strict=True):
                for step, answer in zip(steps, _ask(process, steps), strict=True):
                    found[step] += [answer] if number >= 0 else []
    return figures


def _ask(process: subprocess.Popen[str], steps: Sequence[tuple[str, int]]) -> list[dict[str, float]]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(steps) + "\n")
    process.stdin.flush()
    return list(json.loads(process.stdout.readline()))


def _tell(stage: str, sizes: Sequence[int], figures: Sequence[Figures]) -> list[str]:
    """Print the table of the stage; the steps that grow, by processor time of both sides."""
    grown = []
    print(f"{stage:<26}" + "".join(f"{pairs:>26,} pairs" for pairs in sizes) + "   growth")
    for step in figures[0]:
        cells = [_medians(found[step]) for found in figures]
        growth = cells[-1]["cpu"] / cells[0]["cpu"]
        row = "".join(f"{c['wall']:>9.1f} ms, CPU {c['cpu']:>6.1f} ({c['found']:.0f})".rjust(32) for c in cells)
        line = f"{step[0]:<14} person {step[1]:<4}{row}   {growth:.2f}"
        print(line, flush=True)
        if growth > MOST_GROWTH and cells[-1]["cpu"] - cells[0]["cpu"] > LEAST_MS:
            grown.append(line)
    return grown


def _medians(answers: Sequence[dict[str, float]]) -> dict[str, float]:
    return {
        "wall": median(answer["wall"] for answer in answers),
        "cpu": median(answer["own"] + answer["database"] for answer in answers),
        "found": median(answer["found"] for answer in answers),
    }
