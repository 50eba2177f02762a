"""Sets hourly rates from a day on; closed periods keep theirs."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

from django.db import transaction

from annotator.models import PayAdjustment, Rate
from annotator.pay.currencies import CURRENCIES
from annotator.pay.entries import HIGHEST_RATE
from annotator.pay.ledger_kinds import RATE_SET
from annotator.pay.money import CENT
from annotator.pay.selectors.rates import rate_book, rate_today
from annotator.worktime.paydays import local_day
from moments.base.dates import readable_day
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

FARTHEST = timedelta(days=366)


@transaction.atomic
def set_rate(
    *,
    campaign: Campaign,
    hourly_rate: Decimal,
    from_day: date,
    reason: str,
    now: datetime,
    actor: str,
    currency: str | None = None,
) -> Rate:
    """Let the hourly rate hold from that day on, up to the next day for which one is set.

    Raises BadInput for a rate below zero, a day in a closed period or more than a year ahead, no reason, a
    rate that holds already, or another currency once something was paid.
    """
    hold_campaign(campaign)
    campaign.refresh_from_db()
    _check_rate(hourly_rate, reason)
    _check_day(campaign, from_day, now)
    changed = _set_currency(campaign, currency)
    if not changed and rate_book(campaign).on(from_day) == hourly_rate:
        raise BadInput(f"hourly_rate: {hourly_rate} already applies on {readable_day(from_day)}")
    keep_first_rate(campaign=campaign, now=now)
    rate = Rate.objects.create(
        campaign=campaign, hourly_rate=hourly_rate, from_day=from_day, actor=actor, reason=reason, set_at=now
    )
    mirror_rate(campaign=campaign, now=now)
    payload = {
        "hourly_rate": str(hourly_rate),
        "currency": campaign.currency,
        "from_day": str(from_day),
        "reason": reason,
    }
    record_decision(campaign=campaign, kind=RATE_SET, actor=actor, payload=payload, now=now)
    return rate


def mirror_rate(*, campaign: Campaign, now: datetime) -> bool:
    """Make `hourly_rate` of the campaign that of today, which a rate set ahead needs; False if it is."""
    if rate_today(campaign, now) == campaign.hourly_rate:
        return False
    with transaction.atomic():
        hold_campaign(campaign)  # so that a rate being set meanwhile is not undone
        campaign.hourly_rate = rate_today(campaign, now)
        stale = Campaign.objects.filter(pk=campaign.pk).exclude(hourly_rate=campaign.hourly_rate)
        return bool(stale.update(hourly_rate=campaign.hourly_rate))


def keep_first_rate(*, campaign: Campaign, now: datetime) -> None:
    """Write down the rate that held from the beginning, before anything else can hold."""
    if not campaign.rates.exists():
        Rate.objects.create(
            campaign=campaign,
            hourly_rate=campaign.hourly_rate,
            from_day=min(local_day(campaign.created_at, campaign.zone), local_day(now, campaign.zone)),
            actor="rule",
            reason="the rate from the beginning",
            set_at=campaign.created_at,
        )


def _check_rate(hourly_rate: Decimal, reason: str) -> None:
    if not hourly_rate.is_finite() or not 0 <= hourly_rate <= HIGHEST_RATE:
        raise BadInput(f"hourly_rate: expected 0 to {HIGHEST_RATE}, got {hourly_rate}")
    if hourly_rate != hourly_rate.quantize(CENT):
        raise BadInput(f"hourly_rate: expected at most two decimals, got {hourly_rate}")
    if not reason:
        raise BadInput("reason: give a reason")


def _check_day(campaign: Campaign, from_day: date, now: datetime) -> None:
    closed = campaign.pay_periods.order_by("-last_day").first()
    if closed is not None and from_day <= closed.last_day:
        raise BadInput(
            f"from_day: {readable_day(from_day)} is in or before a closed period; choose a day after "
            f"{readable_day(closed.last_day)}"
        )
    if from_day > local_day(now, campaign.zone) + FARTHEST:
        raise BadInput(f"from_day: {readable_day(from_day)} is more than a year ahead")


def _set_currency(campaign: Campaign, currency: str | None) -> bool:
    """Change the currency while nothing was paid in the old one; whether it changed."""
    if currency in (None, campaign.currency):
        return False
    if not currency:
        raise BadInput("currency: choose one")
    if currency not in CURRENCIES:
        raise BadInput(f"currency: expected a code of ISO 4217 such as SGD, got {currency!r}")
    if campaign.pay_periods.exists() or PayAdjustment.objects.filter(annotator__campaign=campaign).exists():
        raise BadInput(f"currency: it stays {campaign.currency}, because payments were already made in it")
    campaign.currency = currency
    campaign.save(update_fields=["currency"])
    return True
