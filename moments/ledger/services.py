"""Appends decisions to a campaign's ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import F

from moments.ledger.chain import Record, sealed
from moments.models import Campaign, LedgerEntry, LedgerHead

CHUNK = 1000


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
