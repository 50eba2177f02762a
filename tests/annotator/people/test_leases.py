"""R12 on the clock."""

from datetime import UTC, datetime, timedelta

import pytest

from annotator.people.leases import changeable_until
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
