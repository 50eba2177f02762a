"""Puts back or withdraws the pairs of a reported query, or retires the query."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import Http404

from consensus.problems.services import hold_query_again, retire_reported_query, return_query, withdraw_query_pairs
from console.decisions.choices import Choice
from console.decisions.selectors.disputed import BACK, RETIRE, WITHDRAW
from console.decisions.views.acts.asked import Acts, Asked
from moments.base.errors import BadInput
from moments.models import Query

DECIDE = {BACK.value: return_query, WITHDRAW.value: withdraw_query_pairs, RETIRE.value: retire_reported_query}


def _query(asked: Asked) -> Query:
    query = asked.lead.campaign.queries.select_related("campaign").filter(query_id=asked.item).first()
    if query is None:
        raise Http404("no such query")
    return query


def _decide(asked: Asked, choice: Choice) -> object:
    decide = DECIDE[choice.value]
    return decide(query=_query(asked), actor=asked.lead.actor, reason=asked.reason, now=asked.now)


def _undo(asked: Asked) -> object:
    try:
        put_back_at = datetime.fromisoformat(asked.seen).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadInput("seen: expected the time of the decision") from error
    return hold_query_again(query=_query(asked), put_back_at=put_back_at, actor=asked.lead.actor, now=asked.now)


DISPUTED = Acts(_decide, _undo)
