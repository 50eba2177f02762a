"""Contradictions: the two verdicts furthest apart of each group of overlapping moments; named by the first pair."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache
from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.contradictions.selectors import contradictions, kept_contradictions
from consensus.decisions.selectors.verdicts import current_verdicts
from console.decisions.choices import Choice
from console.decisions.queues import CONTRADICTION_REASONS, CONTRADICTORY
from console.decisions.selectors.discarded import SHOWN_LATELY
from console.decisions.selectors.items import Card, Done, Queue
from moments.models import Campaign, Pair

KEPT_S = 300
KEEP = Choice("b", "keep", "Both may stand", "they are not listed again until either changes", "kept", asks_reason=True)
FIRST = Choice("1", "first", "Reopen pair 1", "others score it again", "reopened", asks_reason=True, grave=True)
SECOND = Choice("2", "second", "Reopen pair 2", "others score it again", "reopened", asks_reason=True, grave=True)


def worst_two(campaign: Campaign) -> dict[int, tuple[int, float]]:
    """The second pair and the overlap of each contradiction by its first pair (by primary key).

    As of up to five minutes ago, because finding them reads every verdict; a decision in this queue forgets it.
    """
    key = _key(campaign)
    found: dict[int, tuple[int, float]] | None = cache.get(key)
    if found is None:
        found = {one.worst[0]: (one.worst[1], one.overlap) for one in contradictions(campaign)}
        cache.set(key, found, KEPT_S)
    return found


def forget_worst_two(campaign: Campaign) -> None:
    """Look for them afresh the next time."""
    cache.delete(_key(campaign))


def _key(campaign: Campaign) -> str:
    return f"contradictions-to-decide-{campaign.pk}"


def _found(lead: Lead) -> QuerySet[Pair]:
    pairs = lead.campaign.pairs.filter(pk__in=list(worst_two(lead.campaign)))
    return pairs.select_related("query", "moment__video").order_by("number")


def _cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    worst = worst_two(lead.campaign)
    known = {pair.pk: pair for pair in pairs if pair.pk in worst}
    keys = [key for pk in known for key in (pk, worst[pk][0])]
    rows = current_verdicts().filter(pair__in=keys).select_related("pair__moment__video")
    verdicts = {verdict.pair_id: verdict for verdict in rows}
    clips = playable_clips(verdict.pair.moment_id for verdict in verdicts.values())
    return [
        Card(
            item=pair.number,
            what=f"Pair {pair.number}",
            pair=pair,
            clip=clips.get(pair.moment_id),
            seen=f"{verdicts[pk].pk}-{verdicts[worst[pk][0]].pk}",
            about={
                "two": [verdicts[pk], verdicts[worst[pk][0]]],
                "other": clips.get(verdicts[worst[pk][0]].pair.moment_id),
                "overlap": round(100 * worst[pk][1]),
            },
        )
        for pk, pair in known.items()
        if pk in verdicts and worst[pk][0] in verdicts
    ]


def _lately(lead: Lead, item: int | None) -> list[Done]:
    kept = kept_contradictions(lead.campaign)
    rows = kept.filter(first__pair__number=item) | kept.filter(second__pair__number=item) if item is not None else kept
    return [
        Done(
            item=row.first.pair.number,
            what=f"Pairs {row.first.pair.number} and {row.second.pair.number}",
            pair=row.first.pair,
            outcome="both may stand",
            actor=row.actor,
            at=row.kept_at,
            reason=row.reason,
            seen=str(row.pk),
            undo="Undo",
        )
        for row in rows[:SHOWN_LATELY]
    ]


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return (KEEP, FIRST, SECOND)


CONTRADICTIONS = Queue("contradictions", CONTRADICTORY, _found, _cards, _lately, _choices, CONTRADICTION_REASONS)
