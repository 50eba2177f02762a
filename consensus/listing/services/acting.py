"""Acts on many pairs at once: on all that a preview showed, or on none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from annotator.checks.services.golds import set_gold
from annotator.guideline.services import add_examples
from consensus.listing.actions import Action, Order
from consensus.listing.selectors.chosen import Preview, preview_of
from consensus.pairs.selectors.refusals import standing_verdicts
from consensus.pairs.services.reopening import reopen_pairs
from consensus.pairs.services.withdrawing import withdraw_pairs
from consensus.queries.services.prioritising import set_priority
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Campaign, Pair


class ChangedMeanwhile(BadInput):
    """Others changed the pairs since the preview."""


@transaction.atomic
def act_on_pairs(
    *, campaign: Campaign, action: Action, pairs: Sequence[Pair], order: Order, seen: str, actor: str, now: datetime
) -> Preview:
    """Do to the pairs what was ordered, except to those that the action refuses; which were changed and which not.

    `seen` is the mark of the preview that the lead confirmed. Raises ChangedMeanwhile, with nothing changed, if the
    action would now change other pairs, and BadInput if it would change none or the order lacks something.
    """
    if action.needs_reason and not order.reason:
        raise BadInput("give a reason")
    hold_campaign(campaign)
    preview = preview_of(action, pairs)
    if preview.mark != seen:
        raise ChangedMeanwhile("the pairs have changed since the preview; look at it again")
    if not preview.allowed:
        raise BadInput("none of these pairs can be changed like this")
    DEEDS[action.name](campaign, preview, order, actor, now)
    return preview


def _withdraw(campaign: Campaign, preview: Preview, order: Order, actor: str, now: datetime) -> None:
    withdraw_pairs(campaign=campaign, pairs=preview.allowed, actor=actor, reason=order.reason, now=now)


def _reopen(campaign: Campaign, preview: Preview, order: Order, actor: str, now: datetime) -> None:
    reopen_pairs(campaign=campaign, pairs=preview.allowed, actor=actor, reason=order.reason, now=now)


def _example(campaign: Campaign, preview: Preview, order: Order, actor: str, now: datetime) -> None:
    levels = _levels(preview.allowed, order)
    add_examples(campaign=campaign, levels=levels, note=order.note, actor=actor, now=now)


def _gold(campaign: Campaign, preview: Preview, order: Order, actor: str, now: datetime) -> None:
    for pair, level in _levels(preview.allowed, order):
        set_gold(pair=pair, relevance=level, now=now, actor=actor)


def _prioritise(campaign: Campaign, preview: Preview, order: Order, actor: str, now: datetime) -> None:
    set_priority(campaign=campaign, queries=preview.queries, priority=order.priority, now=now, actor=actor)


DEEDS: dict[str, Callable[[Campaign, Preview, Order, str, datetime], None]] = {
    "withdraw": _withdraw,
    "reopen": _reopen,
    "example": _example,
    "gold": _gold,
    "priority": _prioritise,
}


def _levels(pairs: Sequence[Pair], order: Order) -> list[tuple[Pair, int]]:
    """Each pair with the level of the order, or with that of its own verdict."""
    if order.level is not None:
        return [(pair, order.level) for pair in pairs]
    verdicts = standing_verdicts(pairs)
    own = {pk: verdict.relevance for pk, verdict in verdicts.items() if verdict.relevance is not None}
    lacking = [pair.number for pair in pairs if pair.pk not in own]
    if lacking:
        raise BadInput(f"level: choose one, because pair {lacking[0]} has no verdict with a level")
    return [(pair, own[pair.pk]) for pair in pairs]
