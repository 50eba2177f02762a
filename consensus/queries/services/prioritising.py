"""Says which queries are worked on first."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from consensus.decisions.ledger_kinds import QUERIES_PRIORITISED
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

LOWEST_PRIORITY, HIGHEST_PRIORITY = -9, 9


@transaction.atomic
def set_priority(*, campaign: Campaign, queries: Collection[int], priority: int, now: datetime, actor: str) -> int:
    """Hand out work on those queries (by query_id) before that of a lower priority; how many changed.

    What waits in people's queues already keeps its place. Raises BadInput for a priority out of range, for no query
    and for one that the campaign does not have.
    """
    if not LOWEST_PRIORITY <= priority <= HIGHEST_PRIORITY:
        raise BadInput(f"priority: expected {LOWEST_PRIORITY} to {HIGHEST_PRIORITY}")
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
        record_decision(campaign=campaign, kind=QUERIES_PRIORITISED, actor=actor, payload=payload, now=now)
    return len(changing)
