"""Ends pairs that nobody may judge by now: examples of the guideline, and those of moments withdrawn everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import GuidelineExample
from consensus.decisions.selectors.verdicts import verdict_of_pair
from consensus.pairs.selectors.refusals import SHOWN_AS_EXAMPLE
from consensus.pairs.services.withdrawing import end_pairs
from moments.campaign.services import hold_campaign
from moments.database.each_row import ExistsEachRow
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair, WithdrawnMoment


@transaction.atomic
def withdraw_unwanted(*, campaign: Campaign, now: datetime) -> int:
    """Withdraw the undecided pairs of opened batches that are such; how many. Repeating it finds none."""
    hold_campaign(campaign)
    examples = GuidelineExample.objects.filter(guideline__campaign=campaign).values("pair")
    ended = _end(undecided_pairs(campaign).filter(pk__in=examples), "rule", SHOWN_AS_EXAMPLE, now)
    withdrawn = WithdrawnMoment.objects.filter(moment__campaign=campaign)
    for reason, actor in withdrawn.order_by("actor", "reason").values_list("reason", "actor").distinct():
        moments = withdrawn.filter(reason=reason, actor=actor).values("moment")
        ended += _end(undecided_pairs(campaign).filter(moment__in=moments), actor, withdrawn_with_moment(reason), now)
    return ended


def withdrawn_with_moment(reason: str) -> str:
    """Why a pair ends that came after its moment was withdrawn for the reason."""
    return f"its moment was withdrawn: {reason}"[:1000]


def undecided_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """The pairs of opened batches without a verdict."""
    return campaign.pairs.filter(~ExistsEachRow(verdict_of_pair()), batch__isnull=False)


def _end(pairs: QuerySet[Pair], actor: str, reason: str, now: datetime) -> int:
    found: Sequence[Pair] = list(pairs.select_related("campaign", "query", "batch__protocol").order_by("number"))
    records = end_pairs(pairs=found, actor=actor, reason=reason, now=now)
    if records:
        record_decisions(campaign=found[0].campaign, records=records, now=now)
    return len(found)
