"""Everything that the lead's page of one query shows, in a fixed number of SQL queries."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import F, Q
from django.http import Http404

from annotator.models import GuidelineExample, Problem, Score, Seat, graded
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.access import Lead
from consensus.decisions.explaining import worked
from consensus.decisions.known_kinds import KINDS
from consensus.decisions.selectors.verdicts import current_verdicts, unscorable_pairs
from consensus.models import BatchReview, Verdict, VerdictKind
from consensus.opening.selectors import undoable
from consensus.rules.ruling import ROUND_SIZE
from console.queries.charts import Mark, Outcome, histogram, rank_chart
from moments.base.charts import Chart
from moments.campaign.selectors import newest_protocol
from moments.clips.selectors.clips import clip_failures, ready_clips, ready_posters
from moments.clips.storage import clip_url, poster_url
from moments.models import Batch, LedgerEntry, Pair, Query, QueryVersion


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair with all that is known of it."""

    pair: Pair
    clip_url: str
    poster_url: str
    scores: list[Score]
    verdict: Verdict | None
    reports: list[Problem]
    stuck: bool
    clip_failure: str
    was_example: bool = False

    @property
    def can_be_example(self) -> bool:
        """Whether the pair may be shown to everybody: it waits for no score and is no example yet."""
        return not self.was_example and self.outcome != "undecided"

    @property
    def can_be_reopened(self) -> bool:
        """Whether others may score the pair again: it is decided, and not everybody has seen it."""
        return self.verdict is not None and not self.was_example

    @property
    def can_be_withdrawn(self) -> bool:
        """Whether a lead may end the pair unjudged here: it is open, and not listed above among those that need one."""
        return self.outcome == "undecided" and not self.needs_lead

    @property
    def outcome(self) -> Outcome:
        """The pair's verdict, or how far it is without one."""
        if self.verdict is not None:
            return cast(Outcome, self.verdict.kind)
        return "undecided" if self.pair.batch_id else "unopened"

    @property
    def worked(self) -> str:
        """The rule's arithmetic on the pair's scores, where it has ruled on them."""
        protocol = self.verdict.protocol if self.verdict else self.pair.batch.protocol if self.pair.batch else None
        final = [graded(score.relevance) for score in self.scores if score.final]
        if protocol is None or (self.verdict and self.verdict.kind == VerdictKind.WITHDRAWN):
            return ""
        ruled = len(final) == len(self.scores) if self.verdict else len(self.scores) > ROUND_SIZE
        return worked(final if self.verdict else final[:ROUND_SIZE], tolerance=protocol.tolerance) if ruled else ""

    @property
    def needs_lead(self) -> bool:
        """Whether only a lead can help the pair on."""
        return self.pair.parked or self.stuck


@dataclass(frozen=True, slots=True)
class QueryPage:
    """One query with its batches, charts, pairs and history: each entry, what was decided, and its payload."""

    query: Query
    batches: list[Batch]
    reviews: list[BatchReview]
    rows: list[PairRow]
    chart: Chart
    histogram: Chart
    history: list[tuple[LedgerEntry, str, dict[str, Any]]]
    earlier: list[QueryVersion]
    undoable: set[int]

    @property
    def pending(self) -> list[BatchReview]:
        """Reviews that await a decision."""
        return [review for review in self.reviews if not review.decision and not review.superseded]

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
        .select_related("batch__query", "batch__campaign")
        .order_by("-suggested_at", "-pk")
    )
    rows = _rows(lead, query)
    marks = _marks(rows, batches)
    return QueryPage(
        query=query,
        batches=batches,
        reviews=reviews,
        rows=rows,
        chart=rank_chart(marks),
        histogram=histogram(marks),
        history=_history(lead, query),
        earlier=list(query.earlier.order_by("-version")),
        undoable=undoable(reviews),
    )


def _rows(lead: Lead, query: Query) -> list[PairRow]:
    """Pairs of opened batches, and those that the protocol may still reach."""
    deepest = newest_protocol(lead.campaign).protocol.deepest_rank
    pairs = list(
        query.pairs.filter(Q(batch__isnull=False) | Q(rank__lte=deepest), study_only=False)
        .select_related("moment__video", "batch__protocol")
        .order_by("rank")
    )
    clips = ready_clips(pair.moment_id for pair in pairs)
    posters = ready_posters(pair.moment_id for pair in pairs)
    failures = clip_failures(pair.moment_id for pair in pairs)
    scores = _scores(query)
    verdicts = {
        verdict.pair_id: verdict for verdict in current_verdicts().filter(pair__query=query).select_related("protocol")
    }
    reports = _open_reports(query)
    examples = set(GuidelineExample.objects.filter(pair__query=query).values_list("pair", flat=True))
    stuck = set(unscorable_pairs(lead.campaign).filter(query=query).values_list("pk", flat=True))
    return [
        PairRow(
            pair=pair,
            clip_url=clip_url(clips[pair.moment_id]) if pair.moment_id in clips else "",
            poster_url=poster_url(posters[pair.moment_id]) if pair.moment_id in posters else "",
            scores=scores[pair.pk],
            verdict=verdicts.get(pair.pk),
            reports=reports[pair.pk],
            stuck=pair.pk in stuck,
            clip_failure=failures.get(pair.moment_id, ""),
            was_example=pair.pk in examples,
        )
        for pair in pairs
    ]


def _scores(query: Query) -> dict[int, list[Score]]:
    """The current scores of the pairs' current attempts, by pair."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__query=query, attempt=F("pair__attempt"))
    rows = (
        Score.objects.filter(current=True, seat__in=live)
        .select_related("seat", "annotator")
        .order_by("seat__round", "seat__number")
    )
    scores: dict[int, list[Score]] = defaultdict(list)
    for score in rows:
        scores[score.seat.pair_id].append(score)
    return scores


def _open_reports(query: Query) -> dict[int, list[Problem]]:
    rows = Problem.objects.filter(pair__query=query, resolved_at=None).select_related("annotator").order_by("pk")
    reports: dict[int, list[Problem]] = defaultdict(list)
    for problem in rows:
        reports[problem.pair_id].append(problem)
    return reports


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
