"""Sets the rates of hidden checks, the rules that warn, and the targets."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.db import transaction

from annotator.checks.ledger_kinds import STAFFING_SET, TARGETS_SET
from annotator.models import Staffing
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

MOST_CHECKS = 0.5
MOST_A_DAY = 10_000
GOLD_BARS = ("found_bar", "iou_bar")


@dataclass(frozen=True, slots=True)
class StaffingTerms:
    """What may be set: rates and the pace bar as shares, a kappa or None for no bar.

    In marking campaigns, `found_bar` is a share and `iou_bar` an IoU, None for no bar.
    """

    gold_rate: float
    repeat_rate: float
    pace_bar: float
    kappa_bar: float | None
    pause_by_rule: bool
    found_bar: float | None = None
    iou_bar: float | None = None


@transaction.atomic
def set_staffing(*, campaign: Campaign, terms: StaffingTerms, now: datetime, actor: str) -> bool:
    """Store the terms; False if they have not changed. Raises BadInput naming the field that is out of range."""
    _check(terms, marks=not campaign.is_graded)
    hold_campaign(campaign)
    fields = asdict(terms)
    before = Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)
    changed = {field: value for field, value in fields.items() if getattr(before, field) != value}
    if not changed:
        return False
    Staffing.objects.update_or_create(campaign=campaign, defaults=fields)
    record_decision(campaign=campaign, kind=STAFFING_SET, actor=actor, payload=changed, now=now)
    return True


@transaction.atomic
def set_targets(
    *, campaign: Campaign, finish_by: date | None, day_target: int | None, now: datetime, actor: str
) -> bool:
    """Store the day to finish by and the scores a person a day, None for no target; False if unchanged.

    Raises BadInput for a day that is past and a target out of range.
    """
    if finish_by is not None and finish_by < now.astimezone(campaign.zone).date():
        raise BadInput("finish_by: expected today or a later day")
    if day_target is not None and not 1 <= day_target <= MOST_A_DAY:
        raise BadInput(f"day_target: expected 1 to {MOST_A_DAY}")
    hold_campaign(campaign)
    before = Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)
    if (before.finish_by, before.day_target) == (finish_by, day_target):
        return False
    Staffing.objects.update_or_create(campaign=campaign, defaults={"finish_by": finish_by, "day_target": day_target})
    payload = {"finish_by": finish_by.isoformat() if finish_by else None, "day_target": day_target}
    record_decision(campaign=campaign, kind=TARGETS_SET, actor=actor, payload=payload, now=now)
    return True


def _check(terms: StaffingTerms, *, marks: bool) -> None:
    _check_kind(terms, marks=marks)
    for field, low, high in (("gold_rate", 0, MOST_CHECKS), ("repeat_rate", 0, MOST_CHECKS), ("pace_bar", 0, 1)):
        if not low <= getattr(terms, field) <= high:
            raise BadInput(f"{field}: expected {low} to {high}")
    if terms.gold_rate + terms.repeat_rate > MOST_CHECKS:
        raise BadInput(f"gold_rate and repeat_rate: expected at most {MOST_CHECKS} together")
    if terms.kappa_bar is not None and not -1 <= terms.kappa_bar <= 1:
        raise BadInput("kappa_bar: expected -1 to 1")


def _check_kind(terms: StaffingTerms, *, marks: bool) -> None:
    """Raise BadInput for what has no meaning in that kind of campaign, and for bars of gold out of their range."""
    for name in ("repeat_rate", "kappa_bar") if marks else GOLD_BARS:
        if getattr(terms, name):
            raise BadInput(f"{name}: is not for this kind of campaign")
    for name in GOLD_BARS:
        if not 0 <= (getattr(terms, name) or 0) <= 1:
            raise BadInput(f"{name}: expected 0 to 1")
