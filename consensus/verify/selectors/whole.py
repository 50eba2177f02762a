"""Everything that can be wrong with a campaign's stored data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from consensus.verify.selectors.field_breaches import field_breaches
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign


def all_breaches(campaign: Campaign, *, now: datetime, sweep_s: float) -> Iterator[str]:
    """Each breach as one line: fields outside their range, then invariants."""
    yield from field_breaches(campaign)
    yield from breaches(campaign, now=now, sweep_s=sweep_s)
