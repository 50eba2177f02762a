"""Lets a lead make further campaigns, which they lead from the start; admins make the first one and its leads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.models import Membership, Role, Standing, User
from annotator.people.services.people import join_campaign, new_pseudonym
from moments.campaign.services import create_campaign
from moments.models import Campaign


@transaction.atomic
def found_campaign(*, user: User, now: datetime, **settings: Any) -> Campaign:
    """A campaign in draft with the settings of `create_campaign`, whose lead the person is; raises BadInput as that."""
    pseudonym = new_pseudonym()
    campaign = create_campaign(now=now, actor=pseudonym, **settings)
    lead_new_campaign(user=user, campaign=campaign, pseudonym=pseudonym, now=now)
    return campaign


def lead_new_campaign(*, user: User, campaign: Campaign, pseudonym: str, now: datetime) -> Membership:
    """Make whoever founded the campaign its lead, under the pseudonym with which its ledger begins."""
    return join_campaign(
        user=user,
        campaign=campaign,
        role=Role.LEAD,
        standing=Standing.QUALIFIED,
        now=now,
        actor=pseudonym,
        pseudonym=pseudonym,
    )
