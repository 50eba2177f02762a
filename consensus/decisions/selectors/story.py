"""What led to a pair's verdict: its entries of the ledger in order, each with its sentence (I8)."""

from __future__ import annotations

import json

from django.db.models import Q

from consensus.decisions.known_kinds import KINDS, kind_named
from consensus.decisions.ledger_kinds import CAMPAIGN_OPENED
from moments.models import LedgerEntry, Pair


def ledger_steps(pair: Pair) -> list[tuple[LedgerEntry, str]]:
    """The entries on the pair, and those on its query and campaign that explain it; one SQL query."""
    if pair.batch is None:
        wanted = Q(pair_number=pair.number)
    else:
        opening = Q(kind=CAMPAIGN_OPENED.name, at=pair.batch.opened_at)
        explaining = [kind.name for kind in KINDS.values() if kind.explains]
        of_query = Q(kind__in=explaining, query_id=pair.query.query_id, pair_number=None)
        wanted = Q(pair_number=pair.number) | of_query | opening
    entries = LedgerEntry.objects.filter(wanted, campaign=pair.campaign_id).order_by("number")
    read = [(entry, kind_named(entry.kind), json.loads(entry.payload)) for entry in entries]
    batch = pair.batch.number if pair.batch else 0
    return [
        (entry, kind.sentence(payload).rstrip("."))
        for entry, kind, payload in read
        if entry.pair_number or not kind.explains or kind.explains(payload, pair.number, batch)
    ]
