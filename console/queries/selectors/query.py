"""Everything that the lead's page of one query shows, in a fixed number of SQL queries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404

from annotator.people.selectors.access import Lead
from consensus.decisions.known_kinds import KINDS
from consensus.models import BatchReview
from consensus.opening.selectors.depth import undoable
from consensus.review.selectors import CertainReview, with_certainties
from console.queries.charts import Mark, histogram, rank_chart
from console.queries.selectors.rows import SHOWN_WITH, PairRow, pair_rows
from moments.base.charts import Chart
from moments.campaign.selectors import newest_protocol
from moments.models import Batch, LedgerEntry, Query, QueryVersion


@dataclass(frozen=True, slots=True)
class QueryPage:
    """One query with its batches, charts, pairs and history: each entry, what was decided, and its payload.

    `pending` are the reviews that await a decision.
    """

    query: Query
    batches: list[Batch]
    reviews: list[BatchReview]
    pending: list[CertainReview]
    rows: list[PairRow]
    chart: Chart
    histogram: Chart
    history: list[tuple[LedgerEntry, str, dict[str, Any]]]
    earlier: list[QueryVersion]
    undoable: set[int]

    @property
    def opened_rows(self) -> list[PairRow]:
        """The pairs of opened batches."""
        return [row for row in self.rows if row.pair.batch_id]

    @property
    def decided(self) -> int:
        """How many pairs have a verdict."""
        return sum(row.verdict is not None for row in self.rows)

    @property
    def parked(self) -> list[PairRow]:
        """Pairs shown to nobody until a lead has looked at a report."""
        return [row for row in self.rows if row.pair.parked]

    @property
    def troubled(self) -> list[PairRow]:
        """Pairs that only a lead can help on."""
        return [row for row in self.rows if row.needs_lead]


def query_page(lead: Lead, query_id: int) -> QueryPage:
    """The query's page; raises Http404 if the campaign has no such query."""
    query = lead.campaign.queries.filter(query_id=query_id).first()
    if query is None:
        raise Http404("no such query")
    batches = list(query.batches.select_related("protocol").order_by("number"))
    reviews = list(
        BatchReview.objects.filter(batch__query=query)
        .select_related("batch__query", "batch__campaign", "batch__protocol")
        .order_by("-suggested_at", "-pk")
    )
    rows = _rows(lead, query)
    marks = _marks(rows, batches)
    return QueryPage(
        query=query,
        batches=batches,
        reviews=reviews,
        pending=with_certainties([review for review in reviews if not review.decision and not review.superseded]),
        rows=rows,
        chart=rank_chart(marks, scale=lead.campaign.scale),
        histogram=histogram(marks, scale=lead.campaign.scale),
        history=_history(lead, query),
        earlier=list(query.earlier.order_by("-version")),
        undoable=undoable(reviews),
    )


def _rows(lead: Lead, query: Query) -> list[PairRow]:
    """Pairs of opened batches, and those that the protocol may still reach."""
    deepest = newest_protocol(lead.campaign).protocol.deepest_rank
    pairs = query.pairs.filter(Q(batch__isnull=False) | Q(rank__lte=deepest), study_only=False)
    return pair_rows(lead.campaign, list(pairs.select_related(*SHOWN_WITH).order_by("rank")))


def _marks(rows: list[PairRow], batches: list[Batch]) -> list[Mark]:
    """The rows as the charts show them; the last pairs of each batch are those that R7 looks at."""
    decisive: set[int] = set()
    for batch in batches:
        ranks = [row.pair.rank for row in rows if row.pair.batch_id == batch.pk]
        decisive.update(ranks[-batch.protocol.window :])
    return [
        Mark(
            rank=row.pair.rank,
            similarity=row.pair.similarity,
            outcome=row.outcome,
            relevance=row.verdict.relevance if row.verdict else None,
            batch=row.pair.batch.number if row.pair.batch else None,
            decisive=row.pair.rank in decisive,
        )
        for row in rows
    ]


def _history(lead: Lead, query: Query) -> list[tuple[LedgerEntry, str, dict[str, Any]]]:
    shown = [kind.name for kind in KINDS.values() if kind.history]
    entries = LedgerEntry.objects.filter(campaign=lead.campaign, query_id=query.query_id, kind__in=shown)
    read = [(entry, json.loads(entry.payload)) for entry in entries.order_by("-number")]
    return [
        (entry, KINDS[entry.kind].history.format_map({**payload, "pair": entry.pair_number}), payload)
        for entry, payload in read
    ]
