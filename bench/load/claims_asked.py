"""Does single steps of a claim in this process, each in a transaction that is taken back, and says what each took.

    python -m bench.load.claims_asked      (a JSON list of [step, person] a line in, a JSON list of figures a line out)

Milliseconds by the clock, of processor time here, and of processor time of the database's process.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import django


def step_done(step: str, member: Any, now: Any) -> int:
    """Do the step; how many seats it found."""
    from annotator.desk.services.claiming import claim_seats
    from annotator.seats.selectors.remaining import open_pairs
    from annotator.seats.services import sharing, taking

    if step == "count":
        return open_pairs(member)
    if step in ("claim", "top up"):
        return len(claim_seats(member=member, count=3, now=now).seats)
    if step == "take_share":
        return sharing.SharePlan(member=member, now=now, with_clips=True).take()
    return int(getattr(taking, step)(member=member, now=now, with_clips=True))


def measured(step: str, person: int) -> dict[str, float]:
    """What the step took the person."""
    from django.db import connection, transaction
    from django.utils import timezone

    now = timezone.now()
    with transaction.atomic():
        member = prepared(step, person, now)
        database = connection.connection.info.backend_pid
        wall, own, theirs = time.perf_counter(), time.process_time(), cpu_of(database)
        found = step_done(step, member, now)
        took = [time.perf_counter() - wall, time.process_time() - own, cpu_of(database) - theirs]
        transaction.set_rollback(True)
    return dict(zip(("wall", "own", "database"), (1000 * part for part in took), strict=True)) | {"found": found}


def prepared(step: str, person: int, now: Any) -> Any:
    """The person, at work; for topping up with a queue and a count that is fresh."""
    from django.db import connection

    from annotator.models import Membership
    from annotator.seats.services.queue import fill_queue

    Membership.objects.filter(pseudonym=f"anno-{person}").update(last_request_at=now)
    member = Membership.objects.select_related("campaign", "user").get(pseudonym=f"anno-{person}")
    if step == "top up":
        fill_queue(member=member, now=now)
        member.open_counted_at = now
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return member


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process had, to the nanosecond (Linux)."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def main() -> None:
    """Answer until there is nothing more to do."""
    for line in sys.stdin:
        answers = [measured(step, person) for step, person in json.loads(line)]
        print(json.dumps(answers), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
