"""Marks of a query's pairs, as the charts want them: which of them R7 looks at."""

from __future__ import annotations

from collections.abc import Mapping

from console.queries.charts import Mark


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
