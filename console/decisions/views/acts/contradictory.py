"""Lets two verdicts stand that contradict each other, or reopens one of the pairs."""

from __future__ import annotations

from consensus.contradictions.services import keep_contradiction, raise_contradiction, reopen_contradicting
from consensus.models import Verdict
from console.decisions.choices import Choice
from console.decisions.selectors.contradictory import KEEP, SECOND, forget_worst_two
from console.decisions.views.acts.asked import Acts, Asked
from moments.base.errors import BadInput


def _decide(asked: Asked, choice: Choice) -> object:
    try:
        return _decided(asked, choice)
    finally:
        forget_worst_two(asked.lead.campaign)


def _decided(asked: Asked, choice: Choice) -> object:
    seen = [int(part) for part in asked.seen.split("-") if part.isascii() and part.isdecimal() and len(part) < 19]
    campaign, actor = asked.lead.campaign, asked.lead.actor
    if choice.value == KEEP.value:
        return keep_contradiction(campaign=campaign, seen=seen, actor=actor, reason=asked.reason, now=asked.now)
    rows = Verdict.objects.filter(pk__in=seen, pair__campaign=campaign)
    pairs = {row.pk: row.pair for row in rows.select_related("pair__campaign", "pair__query", "pair__batch__protocol")}
    chosen = pairs.get(seen[-1 if choice.value == SECOND.value else 0]) if len(seen) == 2 else None
    if chosen is None:
        raise BadInput("one of the two pairs has been decided again in the meantime; look at them again")
    reopen_contradicting(pair=chosen, seen=seen, actor=actor, reason=asked.reason, now=asked.now)
    return chosen


def _undo(asked: Asked) -> object:
    campaign = asked.lead.campaign
    raise_contradiction(campaign=campaign, kept=asked.seen_number or 0, actor=asked.lead.actor, now=asked.now)
    forget_worst_two(campaign)
    return campaign


CONTRADICTORY = Acts(_decide, _undo)
