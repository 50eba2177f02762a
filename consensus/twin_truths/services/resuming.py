"""Goes on with clips of twins that a lead withdrew or dropped, where everybody stopped."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from annotator.seats.services.checking import resume_pairs
from annotator.seats.services.superseding import hold_people
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.twin_truths.services.ruling import rule_on_twins
from moments.campaign.services import hold_campaign
from moments.models import Campaign

RULED_AT_ONCE = 500


def resume_clips(*, campaign: Campaign, pairs: Iterable[int], now: datetime) -> int:
    """Supersede the withdrawn verdicts of the pairs (by primary key); how many there were.

    What was answered before counts, and is ruled on if nobody has done so. The caller records why.
    """
    hold_campaign(campaign)
    hold_people(campaign)
    ended = current_verdicts().filter(pair__in=list(pairs), kind=VerdictKind.WITHDRAWN)
    again = list(ended.values_list("pair", flat=True))
    ended.update(superseded=True)
    if resume_pairs(pairs=again, now=now):
        rule_on_twins(campaign, now, most=RULED_AT_ONCE)
    return len(again)
