"""Appends decisions to a campaign's ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from moments.ledger.chain import Record, sealed
from moments.ledger.kinds import LedgerKind
from moments.models import Campaign, LedgerEntry, LedgerHead, Pair, Query

CHUNK = 1000


def record_decision(
    *,
    campaign: Campaign,
    kind: LedgerKind,
    actor: str,
    payload: Mapping[str, Any],
    now: datetime,
    query: Query | None = None,
    pair: Pair | None = None,
) -> None:
    """Append one decision on a pair, on a whole query or on neither, as `record_decisions` does."""
    query = pair.query if pair else query
    record = Record(kind, actor, payload, query.query_id if query else None, pair.number if pair else None)
    record_decisions(campaign=campaign, records=[record], now=now)


@transaction.atomic
def record_decisions(*, campaign: Campaign, records: Sequence[Record], now: datetime) -> None:
    """Append the records in order, in the caller's transaction.

    The first UPDATE takes the head's row lock (on SQLite the transaction holds the database), so the
    hash read after it is the chain's end until this transaction is over; the constraints on number
    and previous hash refuse a fork whatever happens.
    """
    if not records:
        return
    LedgerHead.objects.filter(campaign=campaign).update(length=F("length") + len(records))
    head = LedgerHead.objects.get(campaign=campaign)
    number, previous = head.length - len(records), head.hash
    entries = []
    for record in records:
        number += 1
        link = sealed(record, number=number, at=now, previous_hash=previous)
        entries.append(LedgerEntry(campaign=campaign, **asdict(link)))
        previous = link.hash
    LedgerEntry.objects.bulk_create(entries, batch_size=CHUNK)
    LedgerHead.objects.filter(campaign=campaign).update(hash=previous)
