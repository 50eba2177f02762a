"""What sweeps cost while people work: processor time of the sweeping process and its database backend, by verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import psycopg2

from bench.load.served import SWEEPER, Team
from tests.rig.web import cpu_s, family

WATCHED = """
SELECT (SELECT count(*) FROM consensus_verdict),
       (SELECT count(*) FROM moments_batch b WHERE NOT EXISTS (
            SELECT 1 FROM consensus_batchreview r WHERE r.batch_id = b.id AND r.decision <> '')),
       ARRAY(SELECT pid FROM pg_stat_activity WHERE application_name = %s)
"""


@dataclass(slots=True)
class Sweeping:
    """Watches one campaign from its opening on; `look` is called every few seconds."""

    team: Team
    database: str
    seen: list[tuple[int, float, float]] = field(default_factory=list)
    _backends: dict[int, float] = field(default_factory=dict)

    def look(self) -> bool:
        """Note what was decided so far and what it cost; whether nothing is left to decide."""
        verdicts, undecided, backends = self._watched()
        for pid in backends:
            self._backends[pid] = cpu_of(pid)
        worker = cpu_s(family(self.team.worker.pid))
        self.seen.append((verdicts, worker, sum(self._backends.values())))
        return not undecided

    def _watched(self) -> tuple[int, int, list[int]]:
        connection = psycopg2.connect(self.database)
        try:
            cursor = connection.cursor()
            cursor.execute(WATCHED, [SWEEPER])
            return cursor.fetchone()  # type: ignore[return-value]
        finally:
            connection.close()

    def lines_by_part(self, parts: int = 10) -> str:
        """The cost a verdict in each part of the campaign, in milliseconds of processor time."""
        lines, last = [], self.seen[0]
        total = self.seen[-1][0] - last[0]
        for part in range(1, parts + 1):
            now = next(seen for seen in self.seen if seen[0] >= self.seen[0][0] + total * part / parts)
            if now[0] > last[0]:
                verdicts, worker, database = (after - before for before, after in zip(last, now, strict=True))
                each = f"worker {1000 * worker / verdicts:.2f}, its backend {1000 * database / verdicts:.2f}"
                lines.append(f"  verdicts {last[0]:>7} to {now[0]:<7} CPU-ms a verdict: {each}")
            last = now
        return "\n".join(lines)


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process had, to the nanosecond; 0 where it is gone (Linux)."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0
