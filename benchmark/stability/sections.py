"""What was found about an order of runs, as sections of a page."""

from __future__ import annotations

from typing import Any

from benchmark.stability.label_sections import other_boundaries, other_raters
from benchmark.stability.query_sections import fewer_queries, needed, other_queries
from benchmark.studies.sections import Section

Figures = dict[str, Any]


def sections_of(figures: Figures) -> list[Section]:
    """A section for each question that was asked."""
    found = [other_queries(figures), fewer_queries(figures), needed(figures)]
    makers = {"by_raters": other_raters, "by_boundaries": other_boundaries}
    return found + [make(figures) for name, make in makers.items() if name in figures]
