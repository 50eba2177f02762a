"""Adjudicates discarded pairs, before the page has shown the others' scores."""

from __future__ import annotations

from consensus.pairs.services.adjudicating import adjudicate_pair, explain_adjudication, withdraw_adjudication
from console.decisions.choices import Choice
from console.decisions.queues import ADJUDICATION_REASONS
from console.decisions.views.acts.asked import Acts, Asked


def _decide(asked: Asked, choice: Choice) -> object:
    return adjudicate_pair(
        pair=asked.pair,
        relevance=int(choice.value),
        actor=asked.lead.actor,
        reason=asked.reason or ADJUDICATION_REASONS[0].text,
        now=asked.now,
        seen=asked.seen_number,
        blind=True,
    )


def _undo(asked: Asked) -> object:
    return withdraw_adjudication(
        pair=asked.pair, actor=asked.lead.actor, reason="undone in the queue", now=asked.now, seen=asked.seen_number
    )


def _explain(asked: Asked) -> object:
    return explain_adjudication(
        pair=asked.pair, actor=asked.lead.actor, reason=asked.reason, now=asked.now, seen=asked.seen_number or 0
    )


DISCARDED = Acts(_decide, _undo, _explain)
