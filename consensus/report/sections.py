"""The whole analysis: every section, made only from the counts."""

from __future__ import annotations

from annotator.text.section import Section
from consensus.report.counts import Counts
from consensus.report.dataset import of_dataset
from consensus.report.relevance import by_rank, by_similarity, of_similarity_one
from consensus.report.verdicts import of_ranges, of_verdicts


def sections_of(counts: Counts) -> tuple[Section, ...]:
    """The sections in their order; at least one pair must be decided."""
    return (
        of_verdicts(counts.by_rank, counts.ended),
        by_similarity(counts.by_bin),
        of_similarity_one(counts.by_bin),
        by_rank(counts.by_rank),
        of_ranges(counts.ranges),
        of_dataset(counts.queries, counts.moments),
    )
