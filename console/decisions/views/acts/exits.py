"""Puts pairs back or withdraws them, and takes that back."""

from __future__ import annotations

from consensus.decisions.ledger_kinds import PAIR_PUT_BACK
from consensus.pairs.selectors.by_leads import exit_of
from consensus.pairs.services.holding import hold_pair_again
from consensus.pairs.services.recutting import cut_reported_again
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from console.decisions.choices import Choice
from console.decisions.selectors.reported import AGAIN, BACK, REPLACE
from console.decisions.views.acts.asked import Acts, Asked
from moments.base.errors import BadInput


def _decide(asked: Asked, choice: Choice) -> object:
    pair, actor = asked.pair, asked.lead.actor
    if choice.value == BACK.value:
        return put_back_pair(pair=pair, actor=actor, reason=asked.reason, now=asked.now)
    if choice.value in (AGAIN.value, REPLACE.value):
        whole = choice.value == REPLACE.value
        return cut_reported_again(
            pair=pair, whole_video=whole, by_admin=asked.lead.is_admin, actor=actor, now=asked.now
        )
    return withdraw_pair(pair=pair, actor=actor, reason=asked.reason, now=asked.now, reported=True)


def undo_exit(asked: Asked) -> object:
    """Hold the pair again, or have a withdrawn one scored again; raises BadInput if something else came between."""
    pair = asked.pair
    entry = exit_of(pair)
    if entry is None or entry.number != asked.seen_number:
        raise BadInput(f"pair {pair.number} has been decided again in the meantime; look at it again")
    if entry.kind == PAIR_PUT_BACK.name:
        return hold_pair_again(pair=pair, actor=asked.lead.actor, now=asked.now, seen=entry.number)
    return reopen_pair(pair=pair, actor=asked.lead.actor, reason="withdrawn by mistake", now=asked.now)


REPORTED = Acts(_decide, undo_exit)
