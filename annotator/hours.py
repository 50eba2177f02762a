"""Active time from the times at which scores were saved, as a pure function."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise


def active_seconds(times: Iterable[datetime], *, idle_s: int) -> float:
    """Seconds at work: the gaps between consecutive saves, each counted up to `idle_s` seconds."""
    gaps = ((later - earlier).total_seconds() for earlier, later in pairwise(sorted(times)))
    return sum(min(gap, float(idle_s)) for gap in gaps)
