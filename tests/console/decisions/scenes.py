"""Campaigns with something to decide in each queue."""

from __future__ import annotations

from django.urls import reverse

from moments.models import Campaign
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import make_query, opened_campaign, score_all, settle

PROGRAM = {"HX-Request": "true"}


@built_once
def discarded_scene() -> Campaign:
    """Pairs 1 to 3 of "camp" are discarded, each with the scores 0, 4, 1, 4; pair 4 agrees on 3."""
    campaign, members = opened_campaign("camp", people=4, pairs=4, protocol=Protocol(batch_size=4, window=2))
    given: dict[int, int] = {}

    def score(pair, member):
        given[pair.rank] = given.get(pair.rank, 0) + 1
        return 3 if pair.rank == 4 else (0, 4, 1, 4)[given[pair.rank] - 1]

    for after in (61, 122):
        score_all(members, score)
        settle(campaign, after_s=after)
    make_query(campaign, pairs=1)
    return campaign


def queue_page(kind: str) -> str:
    return reverse("decisions-queue", args=["camp", kind])


def act(kind: str, item: int, what: str = "item") -> str:
    return reverse(f"decisions-{what}", args=["camp", kind, item])
