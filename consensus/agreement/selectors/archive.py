"""The scores of an archive as the columns that figures of agreement are made of."""

from __future__ import annotations

import numpy as np

from consensus.agreement.columns import Scored
from consensus.decisions.selectors.score_source import archived_scores
from consensus.rules.ruling import ROUND_SIZE
from moments.models import Campaign


def archive_columns(campaign: Campaign) -> Scored:
    """The scores that were ruled on, rounds by their order in the file; `at` is the pair's number, in place of a time.

    Of a worker's several scores of a pair the first stands: a person's own repeat is no second opinion.
    """
    rows = list(
        archived_scores(campaign)
        .order_by("pair", "position")
        .values_list("pair", "pair__query", "worker", "position", "relevance", "pair__number")
    )
    names = np.array([row[2] for row in rows], dtype=str)
    raters, rater = np.unique(names, return_inverse=True)
    table = np.array([(*row[:2], *row[3:]) for row in rows], dtype=np.int64).reshape(-1, 5)
    order = np.lexsort((rater, table[:, 0]))
    table, rater = table[order], rater[order].astype(np.int64)
    firsts = np.ones(len(table), dtype=bool)
    firsts[1:] = (table[1:, 0] != table[:-1, 0]) | (rater[1:] != rater[:-1])
    pair, query, position, score, at = table[firsts].T
    rounds = (position + 1) // ROUND_SIZE
    return Scored(tuple(raters.tolist()), pair, query, rater[firsts], rounds, score, at, campaign.scale)


def archive_escalated(campaign: Campaign) -> list[int]:
    """The pairs that took more scores than a first round."""
    rows = archived_scores(campaign).filter(position__gt=ROUND_SIZE).order_by()
    return list(rows.values_list("pair", flat=True).distinct())
