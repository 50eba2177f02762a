"""Which captions may become queries, and what a draw among them gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from moments.corpus.sampling import drawn, folded, unasked
from moments.models import Campaign, RewriteState


@dataclass(frozen=True, slots=True)
class Draw:
    """How many captions are free, those drawn (moment and caption), and the highest query_id at that time."""

    free: int
    chosen: Sequence[tuple[int, str]]
    highest: int


def drawn_captions(campaign: Campaign, *, count: int, seed: int) -> Draw:
    """The `count` captions that this seed draws, fewer where fewer are free.

    A text is asked once: captions that, folded, are a query's text already, in any split, and repeated captions are
    passed over, and so are those that still wait for rewriting or for a person.
    """
    unaccepted = Q(rewriting__isnull=False) & ~Q(rewriting__state=RewriteState.ACCEPTED)
    captions = campaign.moments.exclude(unaccepted).order_by("desc_id").values_list("pk", "caption")
    free = unasked(captions, taken=asked_texts(campaign))
    return Draw(len(free), drawn(free, count=count, seed=seed), highest_query(campaign))


def asked_texts(campaign: Campaign) -> set[str]:
    """The texts of the campaign's queries, folded."""
    return {folded(text) for text in campaign.queries.values_list("text", flat=True).iterator()}


def highest_query(campaign: Campaign) -> int:
    """The campaign's highest query_id; 0 without queries."""
    return campaign.queries.order_by("-query_id").values_list("query_id", flat=True).first() or 0
