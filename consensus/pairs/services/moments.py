"""Withdraws moments everywhere, one or all of a video, and takes that back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.exam.selectors.exams import live_items
from annotator.models import Gold, PilotPair, StudyPair
from consensus.decisions.ledger_kinds import MOMENTS_RETURNED, MOMENTS_WITHDRAWN
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.pairs.services.reopening import reopen_pairs
from consensus.pairs.services.unwanted import undecided_pairs, withdrawn_with_moment
from consensus.pairs.services.withdrawing import withdraw_pair, withdraw_pairs
from consensus.twin_truths.services.resuming import resume_clips
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, Moment, Pair, WithdrawnMoment


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """How many moments were withdrawn everywhere, or returned, and how many pairs that changed."""

    moments: int
    pairs: int


@transaction.atomic
def withdraw_moments(
    *, campaign: Campaign, moments: Sequence[Moment], actor: str, reason: str, now: datetime
) -> Withdrawn:
    """End every undecided pair of the moments unjudged, now and in batches that open later; decided ones stay.

    Exams, studies and pilots drop their pairs of them, and gold is stopped. No clip of them is cut any more. Raises
    BadInput without a reason, if all are withdrawn already, and for the last pair of an exam.
    """
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(campaign)
    before = WithdrawnMoment.objects.filter(moment__in=moments)
    known = set(before.values_list("moment", flat=True))
    fresh = [moment for moment in moments if moment.pk not in known]
    if not fresh:
        raise BadInput(f"already withdrawn everywhere{_by(before.first())}")
    WithdrawnMoment.objects.bulk_create(
        WithdrawnMoment(moment=moment, actor=actor, reason=reason, withdrawn_at=now) for moment in fresh
    )
    opened, apart = _undecided(campaign, fresh), _apart(campaign, fresh)
    withdraw_pairs(campaign=campaign, pairs=opened, actor=actor, reason=reason, now=now)
    for pair in apart:
        withdraw_pair(pair=pair, actor=actor, reason=reason, now=now)
    pairs = [*opened, *apart]
    payload = _payload(fresh, pairs, reason)
    record_decision(campaign=campaign, kind=MOMENTS_WITHDRAWN, actor=actor, payload=payload, now=now)
    return Withdrawn(len(fresh), len(pairs))


@transaction.atomic
def return_moments(*, campaign: Campaign, seen: WithdrawnMoment, actor: str, now: datetime) -> Withdrawn:
    """Take back the decision of which `seen` is a row: its moments count again, and the pairs that it ended are
    scored from the beginning; in a twins campaign people go on where they stopped.

    What exams, studies and gold dropped stays dropped. Raises BadInput if it was taken back already.
    """
    hold_campaign(campaign)
    rows = WithdrawnMoment.objects.filter(
        moment__campaign=campaign, withdrawn_at=seen.withdrawn_at, actor=seen.actor
    ).select_related("moment")
    moments = [row.moment for row in rows]
    if not moments:
        raise BadInput("this has already been taken back")
    withdrawn = current_verdicts().filter(kind=VerdictKind.WITHDRAWN, actor=seen.actor, pair__moment__in=moments)
    reasons = [seen.reason, withdrawn_with_moment(seen.reason)]
    ended = withdrawn.filter(decided_at__gte=seen.withdrawn_at, reason__in=reasons)
    pairs = list(_full(campaign).filter(pk__in=list(ended.values_list("pair", flat=True))))
    rows.delete()
    reason = "the withdrawal of its moment was undone"
    if campaign.is_twin:
        resume_clips(campaign=campaign, pairs=[pair.pk for pair in pairs], now=now)
    else:
        reopen_pairs(campaign=campaign, pairs=pairs, actor=actor, reason=reason, now=now)
    payload = _payload(moments, pairs, reason)
    record_decision(campaign=campaign, kind=MOMENTS_RETURNED, actor=actor, payload=payload, now=now)
    return Withdrawn(len(moments), len(pairs))


def _undecided(campaign: Campaign, moments: Sequence[Moment]) -> list[Pair]:
    found = undecided_pairs(campaign).filter(moment__in=moments)
    return list(_full(campaign).filter(pk__in=found.values("pk")))


def _apart(campaign: Campaign, moments: Sequence[Moment]) -> list[Pair]:
    """Pairs of the moments that are in no batch and yet shown: in an exam, a study or a pilot, or as gold."""
    pairs = list(_full(campaign).filter(moment__in=moments, batch=None))
    shown = {item.pair_id for item in live_items(pairs)}
    for rows in (StudyPair.objects, PilotPair.objects, Gold.objects.filter(active=True)):
        shown.update(rows.filter(pair__in=pairs).values_list("pair", flat=True))
    return [pair for pair in pairs if pair.pk in shown]


def _full(campaign: Campaign) -> QuerySet[Pair]:
    return campaign.pairs.select_related("campaign", "query", "moment", "batch__protocol").order_by("number")


def _by(row: WithdrawnMoment | None) -> str:
    return f" by {row.actor}: {row.reason}" if row else ""


def _payload(moments: Sequence[Moment], pairs: Sequence[Pair], reason: str) -> dict[str, object]:
    numbers = [pair.number for pair in pairs]
    return {"moments": [moment.desc_id for moment in moments], "pairs": numbers, "reason": reason}
