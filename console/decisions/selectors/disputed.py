"""Queries that annotators reported: what they say, how many pairs are on hold, and what a decision would end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, QuerySet

from annotator.models import Problem, ProblemKind
from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.pairs.selectors.by_leads import pair_exits
from consensus.problems.selectors import waiting_queries
from console.decisions.choices import Choice
from console.decisions.queues import DISPUTE_REASONS, DISPUTED
from console.decisions.selectors.discarded import SHOWN_LATELY
from console.decisions.selectors.items import Card, Done, Queue
from moments.models import Campaign, Query

BACK = Choice("b", "back", "Put all back", "its pairs on hold go to annotators again", "put back")
WITHDRAW = Choice(
    "w", "withdraw", "Withdraw those on hold", "they end unjudged", "withdrawn", asks_reason=True, grave=True
)
RETIRE = Choice(
    "x", "retire", "Retire the query", "all of its pairs end unjudged, even decided ones", "retired", True, True
)
PUT_BACK = "pair_put_back"


def _found(lead: Lead) -> QuerySet[Query]:
    return waiting_queries(lead.campaign)


def _cards(lead: Lead, queries: Sequence[Query]) -> list[Card]:
    problems = Problem.objects.filter(pair__query__in=queries, kind=ProblemKind.QUERY, resolved_at=None)
    reports: dict[int, list[Problem]] = defaultdict(list)
    for problem in problems.select_related("pair__query", "pair__moment__video", "annotator__user").order_by("pk"):
        reports[problem.pair.query_id].append(problem)
    clips = playable_clips(rows[0].pair.moment_id for rows in reports.values())
    opened = lead.campaign.pairs.filter(query__in=queries, batch__isnull=False).order_by()
    pairs = dict(opened.values_list("query").annotate(Count("pk")))
    verdicts = current_verdicts().filter(pair__in=opened.values("pk")).order_by()
    decided = dict(verdicts.values_list("pair__query").annotate(Count("pk")))
    return [
        Card(
            item=query.query_id,
            what=f"{'Query' if lead.campaign.is_graded else 'Question'} {query.query_id}",
            pair=reports[query.pk][0].pair,
            clip=clips.get(reports[query.pk][0].pair.moment_id),
            about={
                "reports": reports[query.pk],
                "parked": query.parked,  # type: ignore[attr-defined]
                "pairs": pairs.get(query.pk, 0),
                "decided": decided.get(query.pk, 0),
            },
        )
        for query in queries
        if reports[query.pk]
    ]


def _lately(lead: Lead, item: int | None) -> list[Done]:
    """Queries of which pairs were put back or withdrawn together, the newest first."""
    entries = pair_exits(lead.campaign)
    entries = entries.filter(query_id=item) if item is not None else entries
    groups: dict[tuple[int, datetime, str], list[int]] = defaultdict(list)
    actors: dict[tuple[int, datetime, str], str] = {}
    for entry in entries[: 40 * SHOWN_LATELY]:
        key = (entry.query_id or 0, entry.at, entry.kind)
        groups[key].append(entry.pair_number or 0)
        actors[key] = entry.actor
    newest = [key for key in groups if item is not None or len(groups[key]) > 1][:SHOWN_LATELY]
    pairs = lead.campaign.pairs.filter(number__in=[groups[key][0] for key in newest]).select_related("query")
    known = {pair.number: pair for pair in pairs}
    return [
        Done(
            item=key[0],
            what=f"Query {key[0]}",
            pair=known[groups[key][0]],
            outcome=f"{len(groups[key])} put back" if key[2] == PUT_BACK else f"{len(groups[key])} withdrawn",
            actor=actors[key],
            at=key[1],
            reason="",
            seen=key[1].isoformat(),
            undo="Undo" if key[2] == PUT_BACK else "",
        )
        for key in newest
    ]


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return (BACK, WITHDRAW, RETIRE)


DISPUTED_QUERIES = Queue("queries", DISPUTED, _found, _cards, _lately, _choices, DISPUTE_REASONS, place="query_id")
