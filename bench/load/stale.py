"""Labels on statistics of the opening: a server that is never analysed again beside one that always is.

The two take turns on the same machine, a tenth of the labels each time, so that what else runs there slows both.
Neither has autovacuum. One is vacuumed and analysed before each of its turns, the other never after its opening.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import psycopg2

from bench.load.clients import Manners
from bench.load.served import DATABASE, SWEEPER, Run, Team, crowd_at_work, team
from tests.rig.place import SLUG
from tests.rig.web import manage, placed

LABELS = 60_000
TENTHS = 10
PEOPLE = 23
LABELS_A_QUERY = 40  # of twenty pairs: random scores want 59, so that work is left at the end
GRACE_S = 5
SWEEP_S = 5.0
LONGEST_TURN_S = 120.0
MOST_SLOWER = 2.0
LOOK_EVERY_S = 0.1
SWEPT = """
SELECT c.swept_at, extract(epoch FROM a.state_change - c.swept_at)
FROM moments_campaign c JOIN pg_stat_activity a ON a.application_name = %s AND a.state = 'idle'
WHERE a.state_change > c.swept_at AND clock_timestamp() - a.state_change > interval '0.3 seconds'
"""  # the pause behind a sweep is longer, the one between the next one's first statement and its `swept_at` shorter


@dataclass
class Server:
    """One of the two, with what was measured of it."""

    name: str
    team: Team
    analysed: bool
    people: list[dict[str, str]] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    sweeps: dict[object, float] = field(default_factory=dict)

    def open(self, labels: int) -> None:
        """A campaign with enough work: its corpus is analysed, as after an import, and its seats when it is opened."""
        queries = -(-labels // LABELS_A_QUERY)
        made = placed(self.team.env, queries=queries, people=PEOPLE, grace_s=GRACE_S, open=False)
        self.people = made["people"]
        self._maintain("ANALYZE")
        manage(self.team.env, "open_campaign", SLUG, "--allow-missing-clips")
        self.team.count_statements()

    def work(self, labels: int, longest_s: float) -> Run:
        """So many labels at full speed, or as many as there is time for."""
        if self.analysed:
            self._maintain("VACUUM ANALYZE")
        manners, journal = Manners(labels=labels), self.team.folder / "journal"
        self.runs.append(crowd_at_work(self.team, self.people, manners, longest_s, journal))
        return self.runs[-1]

    @property
    def longest_sweep_s(self) -> float:
        """From a sweep's beginning to its last statement."""
        return max(self.sweeps.values(), default=0.0)

    def watch(self, stop: threading.Event) -> None:
        """Note until `stop` how long each sweep takes; it looks more than once in the pause behind each."""
        assert self.team.postgres is not None
        connection = psycopg2.connect(self.team.postgres.url(DATABASE))
        connection.autocommit = True
        cursor = connection.cursor()
        while not stop.wait(LOOK_EVERY_S):
            cursor.execute(SWEPT, [SWEEPER])
            for began_at, took_s in cursor.fetchall():
                self.sweeps[began_at] = max(self.sweeps.get(began_at, 0.0), float(took_s))
        connection.close()

    def _maintain(self, how: str) -> None:
        assert self.team.postgres is not None
        self.team.postgres.run(how, name=DATABASE)


def compare_statistics(labels: int, *, longest_s: float | None, prove: Callable[[Team, str], None]) -> str:
    """Print the rate of each tenth on both servers; what is not as it should be, or nothing."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(_server("never", analysed=False)),
            stack.enter_context(_server("analysed", analysed=True)),
        ]
        for server in servers:
            server.open(labels)
        worst = _tenths(servers[0], servers[1], labels // TENTHS, longest_s or LONGEST_TURN_S)
        stale = servers[0]
        if os.environ.get("STATEMENTS"):
            print("\n".join(stale.team.statements()), flush=True)
        for server in servers:
            print(f"{server.name}: {len(server.sweeps)} sweeps, the longest {server.longest_sweep_s:.1f} s", flush=True)
            prove(server.team, server.name)
    good = worst <= MOST_SLOWER and stale.longest_sweep_s < SWEEP_S
    verdict = (
        f"stale: at worst {worst:.2f} times slower (at most {MOST_SLOWER:g}), "
        f"sweeps of {stale.longest_sweep_s:.1f} s (below {SWEEP_S:g}): {'holds' if good else 'FAILS'}"
    )
    print(verdict, flush=True)
    return "" if good else verdict


@contextmanager
def _server(name: str, *, analysed: bool) -> Iterator[Server]:
    with team(sweep_s=SWEEP_S, autovacuum="off") as served:
        server, stop = Server(name, served, analysed), threading.Event()
        watching = threading.Thread(target=server.watch, args=[stop])
        watching.start()
        try:
            yield server
        finally:
            stop.set()
            watching.join()


def _tenths(stale: Server, analysed: Server, labels: int, longest_s: float) -> float:
    """How many times slower the stale one was in its worst tenth; ends where it does not come to the next."""
    worst = 0.0
    for tenth in range(TENTHS):
        order = [stale, analysed] if tenth % 2 else [analysed, stale]  # neither always comes second
        runs = {server.name: server.work(labels, longest_s) for server in order}
        rates = {name: run.labels / run.wall_s for name, run in runs.items()}
        ratio = rates[analysed.name] / max(rates[stale.name], 0.001)
        worst = max(worst, ratio)
        each = "".join(f"  {server.name} {_line(runs[server.name])}" for server in (stale, analysed))
        print(f"{tenth * labels:>7} to {(tenth + 1) * labels:<7}{each}  ratio {ratio:.2f}", flush=True)
        if (found := runs[stale.name].labels) < labels:
            print(f"  {found} labels in {longest_s:.0f} s: what follows is not waited for", flush=True)
            break
    return worst


def _line(run: Run) -> str:
    longest_s = max(run.figures.label_s, default=0.0)
    return f"{run.labels / run.wall_s:>6.1f}/s {run.cpu_ms:>6.2f} CPU-ms a label, the longest {longest_s:.1f} s"
