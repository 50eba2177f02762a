"""A small campaign whose pairs have ended in many ways."""

from __future__ import annotations

from datetime import timedelta

from consensus.models import Verdict
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign, Pair
from tests.built_once import built_once
from tests.console.scenes import reviewed_scene
from tests.factories import NOW


@built_once
def mixed_scene() -> Campaign:
    """Two queries with three opened and three unopened pairs each: levels 0, 3, 4, 3, one withdrawn, one open again."""
    campaign = reviewed_scene(queries=2)
    first, second, third, fourth, _, _ = opened(campaign)
    for place, (pair, level) in enumerate([(first, 0), (second, 3), (third, 4)]):
        Verdict.objects.filter(pair=pair).update(relevance=level, decided_at=NOW + timedelta(days=place))
    reopen_pair(pair=fourth, actor="lead-1", reason="look again", now=NOW)
    fifth = opened(campaign)[4]
    reopen_pair(pair=fifth, actor="lead-1", reason="look again", now=NOW)
    withdraw_pair(pair=fifth, actor="lead-1", reason="broken", now=NOW + timedelta(days=9))
    Pair.objects.filter(pk=first.pk).update(parked=True)
    return campaign


def opened(campaign: Campaign) -> list[Pair]:
    pairs = campaign.pairs.filter(batch__isnull=False).select_related("campaign", "query", "moment", "batch__protocol")
    return list(pairs.order_by("number"))
