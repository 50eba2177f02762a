"""Saves what admins state of a campaign's dataset, and puts it in the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from consensus.decisions.ledger_kinds import DATASET_CARD_SET
from consensus.models import DatasetCard
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign


@transaction.atomic
def set_dataset_card(*, campaign: Campaign, fields: Mapping[str, Any], actor: str, now: datetime) -> list[str]:
    """State the fields, validated before; the names of those that changed, which the ledger gets with their values."""
    hold_campaign(campaign)
    card, _ = DatasetCard.objects.get_or_create(campaign=campaign)
    changed = {name: value for name, value in fields.items() if getattr(card, name) != value}
    if not changed:
        return []
    for name, value in changed.items():
        setattr(card, name, value)
    card.save(update_fields=list(changed))
    payload = {name: None if value is None else str(value) for name, value in changed.items()}
    record_decision(campaign=campaign, kind=DATASET_CARD_SET, actor=actor, payload=payload, now=now)
    return list(changed)
