"""Why one pair is what it is: its entries of the ledger in order, each with number and hash (I8)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import Http404

from annotator.people.selectors.access import Lead
from consensus.decisions.explaining import told
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from moments.models import LedgerEntry, Pair

OF_QUERY = ("batch_decided", "batch_undone", "query_edited", "query_retired", "scores_voided")
NAMING_PAIRS = ("query_edited", "scores_voided")


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the ledger that led to the verdict."""

    number: int
    at: datetime
    actor: str
    said: str
    hash: str


@dataclass(frozen=True, slots=True)
class Why:
    """A pair, the verdict that stands, and how it came about."""

    pair: Pair
    verdict: Verdict | None
    steps: list[Step]


def why(lead: Lead, number: int) -> Why:
    """The story of the pair of that number; raises Http404 where the campaign has none. Three SQL queries."""
    pairs = lead.campaign.pairs.select_related("query", "batch__protocol", "moment__video")
    pair = pairs.filter(number=number).first()
    if pair is None:
        raise Http404("no such pair")
    verdict = current_verdicts().filter(pair=pair).select_related("protocol").first()
    return Why(pair, verdict, _steps(pair))


def _steps(pair: Pair) -> list[Step]:
    if pair.batch is None:
        wanted = Q(pair_number=pair.number)
    else:
        opening = Q(kind="campaign_opened", at=pair.batch.opened_at)
        of_query = Q(kind__in=OF_QUERY, query_id=pair.query.query_id, pair_number=None)
        wanted = Q(pair_number=pair.number) | of_query | opening
    entries = LedgerEntry.objects.filter(wanted, campaign=pair.campaign_id).order_by("number")
    read = [(entry, json.loads(entry.payload)) for entry in entries]
    return [
        Step(entry.number, entry.at, entry.actor, told(entry.kind, payload).rstrip("."), entry.hash)
        for entry, payload in read
        if _concerns(entry.kind, payload, pair)
    ]


def _concerns(kind: str, payload: dict[str, Any], pair: Pair) -> bool:
    """Whether an entry on the whole query is about this pair too."""
    if kind in NAMING_PAIRS:
        return pair.number in payload["pairs"]
    if kind == "batch_decided" and pair.batch is not None:
        # The batch's own review, or the extension that opened it.
        opened_it = payload["decision"] == "extend" and payload["batch"] == pair.batch.number - 1
        return opened_it or bool(payload["batch"] == pair.batch.number)
    return True
