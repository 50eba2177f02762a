"""Pairs that annotators reported instead of scoring them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.problems.selectors import waiting_pairs
from console.decisions.choices import Choice
from console.decisions.queues import REPORTED, WITHDRAWAL_REASONS
from console.decisions.selectors.exits import exits_lately
from console.decisions.selectors.items import Card, Queue, what_of
from moments.models import Campaign, Pair

BACK = Choice("b", "back", "Put back", "annotators get the pair again, and its reports are closed", "put back")
WITHDRAW = Choice(
    "w",
    "withdraw",
    "Withdraw",
    "the pair ends unjudged and is in no label. Then press the letter of a reason",
    "withdrawn",
    asks_reason=True,
    grave=True,
)
DECIDED = "It is decided already: its reports can only be closed."


def _found(lead: Lead) -> QuerySet[Pair]:
    return waiting_pairs(lead.campaign).select_related("query", "moment__video")


def _cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    decided = set(current_verdicts().filter(pair__in=pairs).values_list("pair", flat=True))
    return [
        Card(
            item=pair.number,
            what=what_of(pair, lead.campaign),
            pair=pair,
            clip=clips.get(pair.moment_id),
            about={
                "reports": getattr(pair, "reports", []),
                "failure": clips[pair.moment_id].failure,
                "note": DECIDED if pair.pk in decided else "",
            },
            refused={WITHDRAW.value: DECIDED} if pair.pk in decided else {},
        )
        for pair in pairs
    ]


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return (BACK, WITHDRAW)


REPORTED_PAIRS = Queue("reported", REPORTED, _found, _cards, exits_lately, _choices, WITHDRAWAL_REASONS)
