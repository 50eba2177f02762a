"""Sets the rates of hidden checks and the rules that warn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from annotator.models import Staffing
from moments.chain import Record
from moments.errors import BadInput
from moments.models import Campaign
from moments.services.campaigns import hold_campaign
from moments.services.ledger import record_decisions

MOST_CHECKS = 0.5


@dataclass(frozen=True, slots=True)
class StaffingTerms:
    """What may be set: rates and the pace bar as shares, a kappa or None for no bar."""

    gold_rate: float
    repeat_rate: float
    pace_bar: float
    kappa_bar: float | None
    pause_by_rule: bool


@transaction.atomic
def set_staffing(*, campaign: Campaign, terms: StaffingTerms, now: datetime, actor: str) -> bool:
    """Store the terms; False where they stand so already. Raises BadInput that names the field out of range."""
    _check(terms)
    hold_campaign(campaign)
    fields = asdict(terms)
    before = Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)
    changed = {field: value for field, value in fields.items() if getattr(before, field) != value}
    if not changed:
        return False
    Staffing.objects.update_or_create(campaign=campaign, defaults=fields)
    record_decisions(campaign=campaign, records=[Record("staffing_set", actor, changed)], now=now)
    return True


def _check(terms: StaffingTerms) -> None:
    for field, low, high in (("gold_rate", 0, MOST_CHECKS), ("repeat_rate", 0, MOST_CHECKS), ("pace_bar", 0, 1)):
        if not low <= getattr(terms, field) <= high:
            raise BadInput(f"{field}: expected {low} to {high}")
    if terms.gold_rate + terms.repeat_rate > MOST_CHECKS:
        raise BadInput(f"gold_rate and repeat_rate: expected at most {MOST_CHECKS} together")
    if terms.kappa_bar is not None and not -1 <= terms.kappa_bar <= 1:
        raise BadInput("kappa_bar: expected -1 to 1")
