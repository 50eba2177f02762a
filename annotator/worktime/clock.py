"""When work was done: what the program reports, within what the server knows. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Worked:
    """When the level was pressed, when the clip came into view before it, and for how long it was in view."""

    at: datetime
    shown_at: datetime
    shown_ms: int | None


def reported_work(*, now: datetime, since: datetime | None, ago_ms: int, shown_ms: int | None) -> Worked:
    """The work that was done `ago_ms` before `now` on a seat that was delivered at `since`.

    No report can stretch work beyond the time for which the person had the seat: it was done neither before `since`
    nor after `now`, and the clip was not in view for longer than that. Without a `since` the report is taken as it is.
    """
    since = now - (ago_ms + (shown_ms or 0)) * MILLISECOND if since is None else min(since, now)
    at = max(now - ago_ms * MILLISECOND, since)
    if shown_ms is not None:
        shown_ms = min(shown_ms, (now - since) // MILLISECOND)
    return Worked(at, max(at - (shown_ms or 0) * MILLISECOND, since), shown_ms)
