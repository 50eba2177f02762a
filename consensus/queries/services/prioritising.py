"""Says which queries are worked on first."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign

LOWEST, HIGHEST = -9, 9


@transaction.atomic
def set_priority(*, campaign: Campaign, queries: Collection[int], priority: int, now: datetime, actor: str) -> int:
    """Hand out work on those queries (by query_id) before that of a lower priority; how many changed.

    What waits in people's queues already keeps its place. Raises BadInput for a priority out of range, for no query
    and for one that the campaign does not have.
    """
    if not LOWEST <= priority <= HIGHEST:
        raise BadInput(f"priority: expected {LOWEST} to {HIGHEST}")
    if not queries:
        raise BadInput("queries: choose at least one")
    hold_campaign(campaign)
    known = campaign.queries.filter(query_id__in=queries)
    missing = set(queries) - set(known.values_list("query_id", flat=True))
    if missing:
        raise BadInput(f"queries: the campaign has no query {min(missing)}")
    changing = sorted(known.exclude(priority=priority).values_list("query_id", flat=True))
    if changing:
        campaign.queries.filter(query_id__in=changing).update(priority=priority)
        payload = {"priority": priority, "queries": changing}
        record = Record("queries_prioritised", actor, payload)
        record_decisions(campaign=campaign, records=[record], now=now)
    return len(changing)
