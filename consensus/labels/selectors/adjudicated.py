"""Streams the pairs that leads gave a relevance after the rule had discarded them."""

from __future__ import annotations

from collections.abc import Iterator

from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.labels.rows import Adjudicated, Label
from consensus.models import VerdictKind
from moments.models import Campaign

LABEL = (
    "pair__number",
    "pair__query__query_id",
    "pair__query__text",
    "pair__query__split",
    "pair__moment__video__name",
    "pair__moment__start_s",
    "pair__moment__end_s",
    "pair__moment__video__duration_s",
    "pair__moment__caption",
    "pair__similarity",
    "pair__moment__desc_id",
    "relevance",
)


def adjudicated(campaign: Campaign) -> Iterator[Adjudicated]:
    """The campaign's adjudicated pairs in order of their number."""
    standing = current_verdicts().filter(pair__campaign=campaign, kind=VerdictKind.ADJUDICATED)
    rows = standing.order_by("pair__number").values_list(*LABEL, "actor", "reason")
    for *label, actor, reason in rows.iterator(chunk_size=5000):
        yield Adjudicated(Label(*label), actor, reason)
