"""What a label costs beside what it costs in another checkout of the project, in turns on one machine.

make bench-load ONLY=paired OLD=/path/of/the/other/checkout      (TURNS=7, SECONDS=10 a turn if left out)

Each checkout has servers and a database of its own. Sweeps and autovacuum are off: neither is part of a label, and
either might fall into the turns of one side. Instead, both databases are analysed when the work of the first turn is
stored, as autovacuum would do: what is planned while a table is empty reads all of it later.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.load.clients import Manners
from bench.load.served import Run, Team, crowd_at_work, team
from config.environment import BASE_DIR
from tests.rig.web import placed

TURNS = 7
SECONDS = 10.0
CLIENTS = 23
KINDS = {"programs": Manners(), "desks": Manners(session=True)}
FASTEST = 800  # labels a second: the campaigns have enough work for these
LABELS_A_QUERY = 40
SURE = 0.95


def compare_checkouts(old: Path, *, turns: int, seconds: float, prove: Callable[[Team, str], None]) -> None:
    """Print, for programs and desks, the ratio of CPU a label: this checkout's over the old one's."""
    queries = math.ceil(FASTEST * seconds * (turns + 1) * len(KINDS) / LABELS_A_QUERY)
    with ExitStack() as stack:
        teams = [
            stack.enter_context(team(checkout=checkout, sweep_s=3600.0, autovacuum="off"))
            for checkout in (old, BASE_DIR)
        ]
        people = [placed(one.env, queries=queries, people=CLIENTS)["people"] for one in teams]
        for one in teams:
            one.tidy()
        for name, manners in KINDS.items():
            ratios = []
            for turn in range(turns + 1):
                runs: dict[int, Run] = {}
                for side in (0, 1) if turn % 2 else (1, 0):
                    one = teams[side]
                    runs[side] = crowd_at_work(one, people[side], manners, seconds, one.folder / "journal")
                warm_up = " (to warm up)" if turn == 0 else ""
                print(f"{name} {turn}{warm_up}: old {cost(runs[0])}; new {cost(runs[1])}", flush=True)
                if any(run.labels < seconds for run in runs.values()):
                    raise SystemExit(f"paired: the campaigns ran out of work; raise FASTEST above {FASTEST}")
                ratios += [runs[1].cpu_ms / runs[0].cpu_ms] if turn else []
                for one in () if turn else teams:
                    one.tidy()
            print(f"{name}: CPU a label, new over old: {spread(ratios)}", flush=True)
        for name, one in zip(("old", "new"), teams, strict=True):
            prove(one, name)


def cost(run: Run) -> str:
    """What a label cost there."""
    web, database = (1000 * run.cpu[part] / max(1, run.labels) for part in ("web", "database"))
    return f"{run.cpu_ms:.2f} CPU-ms (web {web:.2f}, database {database:.2f}), {run.labels / run.wall_s:.0f}/s"


def spread(ratios: Sequence[float]) -> str:
    """The median, and the narrowest pair of values between which it lies at 95% by the sign test."""
    ordered, cut = sorted(ratios), 0
    while 2 * (cut + 1) < len(ordered) and certainty(len(ordered), cut + 1) >= SURE:
        cut += 1
    low, high, sure = ordered[cut], ordered[-1 - cut], certainty(len(ordered), cut)
    return f"median {median(ordered):.3f} of {len(ordered)}, between {low:.3f} and {high:.3f} ({sure:.1%}, sign test)"


def certainty(number: int, cut: int) -> float:
    """How surely a median lies between the values that are left when `cut` are taken off each end of so many."""
    return 1 - 2 * sum(math.comb(number, place) for place in range(cut + 1)) / 2**number
