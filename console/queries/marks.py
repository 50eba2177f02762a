"""Pairs with their standing verdict, as the charts want them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import cast

from django.db.models import Subquery

from consensus.decisions.selectors.verdicts import verdict_of_pair
from console.frame.charts import Mark, Outcome
from moments.models import Batch, Pair


def marks_by_query(batches: Iterable[Batch]) -> dict[int, list[Mark]]:
    """The marks of the batches' pairs by query, by rank; one SQL query."""
    known = {batch.pk: batch for batch in batches}
    verdict = verdict_of_pair()
    rows = (
        Pair.objects.filter(batch__in=list(known))
        .order_by("query", "rank")
        .values_list(
            "query",
            "rank",
            "similarity",
            "batch",
            Subquery(verdict.values("kind")[:1]),
            Subquery(verdict.values("relevance")[:1]),
        )
    )
    marks: dict[int, list[Mark]] = defaultdict(list)
    for query, rank, similarity, batch, kind, relevance in rows:
        outcome = cast(Outcome, kind or "undecided")
        marks[query].append(Mark(rank, similarity, outcome, relevance, known[batch].number))
    windows = {(batch.query_id, batch.number): batch.protocol.window for batch in known.values()}
    return {query: with_windows(found, query, windows) for query, found in marks.items()}


def with_windows(marks: list[Mark], query: int, windows: Mapping[tuple[int, int], int]) -> list[Mark]:
    """The marks, the last of each batch marked as those that R7 looks at; `windows` by query and batch number."""
    numbers = {mark.batch for mark in marks if mark.batch is not None}
    decisive: set[int] = set()
    for number in numbers:
        ranks = [mark.rank for mark in marks if mark.batch == number]
        decisive.update(ranks[-windows[query, number] :])
    return [
        Mark(mark.rank, mark.similarity, mark.outcome, mark.relevance, mark.batch, mark.rank in decisive)
        for mark in marks
    ]
