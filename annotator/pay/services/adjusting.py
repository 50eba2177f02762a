"""Adds to somebody's pay or takes from it, always for a reason, and pays work that came in late."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.db import transaction

from annotator.models import Membership, PayAdjustment, PayPeriod
from annotator.pay.entries import HIGHEST_AMOUNT
from annotator.pay.ledger_kinds import PAY_ADJUSTED
from annotator.pay.money import CENT, NOTHING
from annotator.pay.selectors.lines import late_work
from annotator.pay.selectors.sheet import pay_sheet
from moments.base.dates import readable_day
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision


@transaction.atomic
def adjust_pay(
    *,
    member: Membership,
    amount: Decimal,
    reason: str,
    now: datetime,
    actor: str,
    period: PayPeriod | None = None,
    late_s: int | None = None,
) -> PayAdjustment:
    """Add the amount to the person's pay, or take it where it is below zero; paid with today.

    Raises BadInput for nothing, more than a million, fractions of a cent, no reason, a period of another campaign, or
    somebody who would adjust their own pay.
    """
    hold_campaign(member.campaign)
    if not amount.is_finite() or not amount or abs(amount) > HIGHEST_AMOUNT:
        raise BadInput(f"amount: expected -{HIGHEST_AMOUNT} to {HIGHEST_AMOUNT}, got {amount}")
    if amount != amount.quantize(CENT):
        raise BadInput(f"amount: expected at most two decimals, got {amount}")
    if not reason:
        raise BadInput("reason: give a reason")
    if member.pseudonym == actor:
        raise BadInput("worker: nobody can adjust their own pay; ask an admin")
    if period is not None and period.campaign_id != member.campaign_id:
        raise BadInput("period: expected a period of this campaign")
    made = PayAdjustment.objects.create(
        annotator=member, period=period, amount=amount, late_s=late_s, reason=reason, actor=actor, adjusted_at=now
    )
    payload = {
        "person": member.pseudonym,
        "amount": str(amount),
        "currency": member.campaign.currency,
        "reason": reason,
        "period": f"{period.first_day} to {period.last_day}" if period else "",
        "late_s": late_s,
    }
    record_decision(campaign=member.campaign, kind=PAY_ADJUSTED, actor=actor, payload=payload, now=now)
    return made


@transaction.atomic
def pay_late_work(
    *, period: PayPeriod, reason: str, now: datetime, actor: str, expected: Decimal | None = None
) -> list[PayAdjustment]:
    """Make an adjustment for everybody whose work came in after the period was closed.

    Raises BadInput if nothing is outstanding, and if the sum is not the one `expected`: then more came in.
    """
    hold_campaign(period.campaign)
    outstanding = [late for late in late_work(pay_sheet(period.campaign, now=now), [period]) if late.amount]
    if not outstanding:
        raise BadInput(
            f"period: nothing is left to pay for {readable_day(period.first_day)} to {readable_day(period.last_day)}"
        )
    total = sum((late.amount for late in outstanding), NOTHING)
    if expected is not None and total != expected:
        raise BadInput(f"amount: {total} is now left to pay, not {expected}; check again")
    return [
        adjust_pay(
            member=late.member,
            amount=late.amount,
            reason=reason,
            now=now,
            actor=actor,
            period=period,
            late_s=late.active_s,
        )
        for late in outstanding
    ]
