"""Why one pair is what it is: its entries of the ledger in order, each with number and hash (I8)."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.db.models import Q
from django.http import Http404

from annotator.people.selectors.access import Lead
from consensus.decisions.known_kinds import KINDS, kind_named
from consensus.decisions.ledger_kinds import CAMPAIGN_OPENED
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from moments.models import LedgerEntry, Pair


@dataclass(frozen=True, slots=True)
class Why:
    """A pair, its current verdict, and the entries of the ledger that led to it, each with its sentence."""

    pair: Pair
    verdict: Verdict | None
    steps: list[tuple[LedgerEntry, str]]


def why(lead: Lead, number: int) -> Why:
    """The story of the pair of that number; raises Http404 if the campaign has none. Three SQL queries."""
    pairs = lead.campaign.pairs.select_related("query", "batch__protocol", "moment__video")
    pair = pairs.filter(number=number).first()
    if pair is None:
        raise Http404("no such pair")
    verdict = current_verdicts().filter(pair=pair).select_related("protocol").first()
    return Why(pair, verdict, _steps(pair))


def _steps(pair: Pair) -> list[tuple[LedgerEntry, str]]:
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
