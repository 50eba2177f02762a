"""All queries of a campaign with how far each is, for a lead to find one and to say which go first."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.models import Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.access import Lead
from consensus.models import Verdict
from moments.models import Pair, Query, Split

LONGEST_FIND = 80
STATES = {"open": "in progress", "decided": "all decided", "unopened": "not opened", "retired": "retired"}


def listed_queries(lead: Lead, *, find: str = "", state: str = "", prioritised: bool = False) -> QuerySet[Query]:
    """The queries with `opened` and `decided` pairs and `waiting` seats, those that go first at the top.

    `find` is a number or words of the text; `state` is one of STATES.
    """
    queries = lead.campaign.queries.annotate(
        opened=_count(Pair.objects.filter(query=OuterRef("pk"), batch__isnull=False), "query"),
        decided=_count(
            Verdict.objects.filter(pair__query=OuterRef("pk"), superseded=False, attempt=F("pair__attempt")),
            "pair__query",
        ),
        waiting=_count(
            Seat.objects.filter(LIVE_CAMPAIGN, pair__query=OuterRef("pk"), state__in=[SeatState.OPEN, *WAITING_STATES]),
            "pair__query",
        ),
    )
    if find:
        by_number = Q(query_id=int(find)) if find.isascii() and find.isdecimal() and len(find) < 18 else Q()
        queries = queries.filter(by_number | Q(text__icontains=find) if by_number else Q(text__icontains=find))
    if prioritised:
        queries = queries.exclude(priority=0)
    return _in_state(queries, state).exclude(split=Split.EXAM).order_by("-priority", "query_id")


def _in_state(queries: QuerySet[Query], state: str) -> QuerySet[Query]:
    batches = Pair.objects.filter(query=OuterRef("pk"), batch__isnull=False)
    verdict = Verdict.objects.filter(pair=OuterRef("pk"), superseded=False, attempt=OuterRef("attempt"))
    undecided = batches.filter(~Exists(verdict))
    if state == "retired":
        return queries.exclude(retired_at=None)
    if state == "unopened":
        return queries.filter(~Exists(batches), retired_at=None)
    if state == "open":
        return queries.filter(Exists(undecided), retired_at=None)
    if state == "decided":
        return queries.filter(Exists(batches), ~Exists(undecided), retired_at=None)
    return queries


def _count(rows: QuerySet[Any], of: str) -> Coalesce:
    counted = rows.order_by().values(of).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
