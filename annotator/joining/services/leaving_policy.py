"""Sets what happens to the scores of people who leave a campaign."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.joining.ledger_kinds import LEAVING_POLICY
from annotator.models import Leaving, Staffing
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign


@transaction.atomic
def set_leaving(*, campaign: Campaign, leaving: str, now: datetime, actor: str) -> bool:
    """Keep or void the scores of people who leave from now on; False if nothing changed.

    Raises BadInput for any other choice, and for void where relevance is not graded.
    """
    if leaving not in Leaving.values:
        raise BadInput("leaving: expected keep or void")
    if leaving == Leaving.VOID and not campaign.is_graded:
        where = "twins" if campaign.is_twin else "marking"
        raise BadInput(f"leaving: people who leave keep their answers in a {where} campaign; a lead can void them")
    hold_campaign(campaign)
    Staffing.objects.get_or_create(campaign=campaign)
    if not Staffing.objects.filter(campaign=campaign).exclude(leaving=leaving).update(leaving=leaving):
        return False
    record_decision(campaign=campaign, kind=LEAVING_POLICY, actor=actor, payload={"scores": leaving}, now=now)
    return True
