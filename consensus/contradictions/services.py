"""What a lead does about two verdicts that contradict each other: let both stand, or have one pair scored again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from consensus.decisions.ledger_kinds import CONTRADICTION_KEPT, CONTRADICTION_RAISED
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import KeptContradiction, Verdict
from consensus.pairs.services.reopening import reopen_pair
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, Pair


@transaction.atomic
def keep_contradiction(
    *, campaign: Campaign, seen: Sequence[int], actor: str, reason: str, now: datetime
) -> KeptContradiction:
    """Let the two `seen` verdicts (by primary key) stand: they are not listed again until either is superseded.

    Raises BadInput without a reason, and if either no longer stands or both are kept already.
    """
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(campaign)
    first, second = _standing(campaign, seen)
    if KeptContradiction.objects.filter(first=first, second=second).exists():
        raise BadInput(f"another lead has already let pairs {first.pair.number} and {second.pair.number} stand")
    kept = KeptContradiction.objects.create(first=first, second=second, actor=actor, reason=reason, kept_at=now)
    payload = {"other": second.pair.number, "relevances": [first.relevance, second.relevance], "reason": reason}
    record_decision(campaign=campaign, kind=CONTRADICTION_KEPT, actor=actor, payload=payload, now=now, pair=first.pair)
    return kept


@transaction.atomic
def raise_contradiction(*, campaign: Campaign, kept: int, actor: str, now: datetime) -> None:
    """List a kept one (by primary key) again; raises BadInput if it is listed already."""
    hold_campaign(campaign)
    rows = KeptContradiction.objects.filter(pk=kept, first__pair__campaign=campaign)
    row = rows.select_related("first__pair__query", "second__pair").first()
    if row is None:
        raise BadInput("this has already been taken back")
    row.delete()
    payload = {"other": row.second.pair.number}
    record_decision(
        campaign=campaign, kind=CONTRADICTION_RAISED, actor=actor, payload=payload, now=now, pair=row.first.pair
    )


@transaction.atomic
def reopen_contradicting(*, pair: Pair, seen: Sequence[int], actor: str, reason: str, now: datetime) -> None:
    """Have one of the two pairs scored again; raises what `reopen_pair` does, and if either `seen` verdict is gone."""
    hold_campaign(pair.campaign)
    _standing(pair.campaign, seen)
    reopen_pair(pair=pair, actor=actor, reason=reason, now=now)


def _standing(campaign: Campaign, seen: Sequence[int]) -> list[Verdict]:
    """The two verdicts in order, now that nobody else decides."""
    found = current_verdicts().filter(pk__in=seen, pair__campaign=campaign).select_related("pair__query").order_by("pk")
    if len(seen) != 2 or len(found) != 2:
        raise BadInput("one of the two pairs has been decided again in the meantime; look at them again")
    return list(found)
