"""Pairs that annotators reported instead of scoring them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.problems.selectors import waiting_pairs
from console.decisions.choices import Choice
from console.decisions.queues import REPORTED, WITHDRAWAL_REASONS
from console.decisions.selectors.exits import exits_lately
from console.decisions.selectors.items import Card, Queue, what_of
from console.decisions.selectors.stuck import reach
from moments.clips.selectors.clips import newest_cuts
from moments.clips.selectors.cutting import last_order
from moments.models import Campaign, Pair

BACK = Choice("b", "back", "Put back", "annotators get the pair again, and its reports are closed", "put back")
WITHDRAW = Choice(
    "w",
    "withdraw",
    "Withdraw",
    "the pair ends unjudged and gets no label. Then press the letter of a reason",
    "withdrawn",
    asks_reason=True,
    grave=True,
)
AGAIN = Choice(
    "t",
    "again",
    "Cut the clip again",
    "a worker cuts it from the newest file; the pair comes back here afterwards",
    "is being cut again",
)
REPLACE = Choice(
    "c",
    "replace",
    "Cut the whole video again",
    "a worker cuts all clips of the video that pairs need. Use this if the file shows another film, and replace the "
    "file first",
    "is being cut again with its video",
)
DECIDED = "It is decided already: its reports can only be closed."


def _found(lead: Lead) -> QuerySet[Pair]:
    return waiting_pairs(lead.campaign).select_related("query", "moment__video")


def _cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    cut_at = newest_cuts(pair.moment_id for pair in pairs)
    order = last_order(lead.campaign)
    videos = reach(lead, "moment__video", [pair.moment.video_id for pair in pairs])
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
                "cut_since": _cut_since(pair, cut_at),
                "source": order.source if order else "",
                "video": videos.get(pair.moment.video_id),
            },
            refused={WITHDRAW.value: DECIDED} if pair.pk in decided else {},
        )
        for pair in pairs
    ]


def _cut_since(pair: Pair, cut_at: dict[int, datetime]) -> bool:
    """Whether its clip was cut after the first of its open reports."""
    reported = [report.reported_at for report in getattr(pair, "reports", [])]
    return bool(reported) and pair.moment_id in cut_at and cut_at[pair.moment_id] > min(reported)


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return (BACK, AGAIN, REPLACE, WITHDRAW)


REPORTED_PAIRS = Queue("reported", REPORTED, _found, _cards, exits_lately, _choices, WITHDRAWAL_REASONS)
