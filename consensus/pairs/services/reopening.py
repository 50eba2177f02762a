"""Reopens a decided pair: others score it, in its next attempt."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.models import GuidelineExample
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.superseding import Superseded, hold_people, restart_pair
from consensus.decisions.ledger_kinds import PAIR_REOPENED
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.withdrawing import SHOWN_AS_EXAMPLE
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import CampaignKind, CampaignStatus, Pair, Query


@transaction.atomic
def reopen_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> Superseded:
    """Supersede the pair's verdict and scores and start its next attempt; what no longer counts.

    Whoever scored it stays barred (I3). The review of its batch is superseded, so that the batch is reviewed again
    once the pair is decided; an extended batch stays extended. Raises BadInput without a reason, for a pair in no
    open batch or without a verdict, for a retired query, and for what is or was an example of the guideline.
    """
    if not reason:
        raise BadInput("give a reason")
    if pair.campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; nobody can score the pair again")
    if pair.campaign.kind == CampaignKind.MARK:
        raise BadInput("a question is not reopened; it can be withdrawn")
    if pair.batch is None:
        raise BadInput(f"pair {pair.number} is not in an open batch")
    hold_campaign(pair.campaign)
    hold_people(pair.campaign)
    pair.refresh_from_db(fields=["attempt", "parked"])
    standing = _standing(pair)
    Verdict.objects.filter(pk=standing.pk).update(superseded=True)
    reviews = BatchReview.objects.filter(batch=pair.batch, superseded=False).exclude(decision=Decision.EXTEND)
    reviewed = reviews.update(superseded=True)
    close_problems(pairs=[pair], now=now, resolution=f"the pair was reopened: {reason}")
    done = restart_pair(pair=pair)
    payload = {
        "attempt": pair.attempt,
        "before": standing.kind,
        "relevance": standing.relevance,
        "scores": done.scores,
        "reviews": reviewed,
        "reason": reason,
    }
    record_decision(campaign=pair.campaign, kind=PAIR_REOPENED, actor=actor, payload=payload, now=now, pair=pair)
    return done


def _standing(pair: Pair) -> Verdict:
    """The verdict that can be opened again, now that nobody else decides."""
    standing = current_verdicts().filter(pair=pair).first()
    if standing is None:
        raise BadInput(f"pair {pair.number} is not decided: it is being scored, attempt {pair.attempt}")
    if Query.objects.filter(pk=pair.query_id, retired_at__isnull=False).exists():
        raise BadInput(f"query {pair.query.query_id} is retired")
    if GuidelineExample.objects.filter(pair=pair).exists():
        raise BadInput(f"pair {pair.number} cannot be scored again: {SHOWN_AS_EXAMPLE}")
    return standing
