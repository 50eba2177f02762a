"""R12 and R13 on the clock."""

from datetime import UTC, datetime, timedelta

import pytest

from annotator.leases import changeable_until, lease_is_over
from tests.rule_tables import numbers, worked_table

START = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: str) -> datetime | None:
    return None if seconds == "–" else START + timedelta(seconds=int(seconds))


@pytest.mark.parametrize(("change", "settled", "outcome"), worked_table("R12"))
def test_the_worked_table_of_r12_holds(change: str, settled: str, outcome: str) -> None:
    until = changeable_until(START, grace_s=60)
    changed_at = START + timedelta(seconds=numbers(change)[0] or 0)
    assert ("taken" if changed_at < until else "refused") == outcome
    assert settled == "–" or outcome == "taken" or at(settled) >= until


@pytest.mark.parametrize(("asked", "now", "outcome"), worked_table("R13"))
def test_the_worked_table_of_r13_holds(asked: str, now: str, outcome: str) -> None:
    over = lease_is_over(reserved_at=START, last_request_at=at(asked), now=at(now), lease_s=3600)
    assert ("over" if over else "running") == outcome
