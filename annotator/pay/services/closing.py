"""Closes pay periods: what they say is frozen, whatever comes in or changes later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from annotator.models import PayLine, PayPeriod
from annotator.pay.entries import EARLIEST, check_range
from annotator.pay.ledger_kinds import PAY_CLOSED
from annotator.pay.selectors.lines import line_sum, places_of, worked_lines
from annotator.pay.selectors.sheet import closed_of, pay_sheet
from annotator.pay.services.rates import keep_first_rate, mirror_rate
from annotator.worktime.paydays import bounds_of, local_day
from moments.base.dates import readable_day
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

HIGHEST_LINE = Decimal(10) ** 10


@transaction.atomic
def close_period(*, campaign: Campaign, first_day: date, last_day: date, now: datetime, actor: str) -> PayPeriod:
    """Freeze what everybody worked from `first_day` to `last_day`, both included, in a line a person and rate.

    Raises BadInput, and freezes nothing, for days that are reversed, not all over yet, or closed already.
    Work in these days that comes in later makes the period's late work; the lines stay as they are.
    """
    hold_campaign(campaign)
    campaign.refresh_from_db()
    _check_days(campaign, first_day, last_day, now)
    keep_first_rate(campaign=campaign, now=now)
    mirror_rate(campaign=campaign, now=now)
    closed = [closed_of(period) for period in campaign.pay_periods.all()]
    starts_at, ends_at = bounds_of(first_day, last_day, zone=campaign.zone, closed=closed)
    if ends_at <= starts_at:
        raise BadInput(
            f"first_day: {readable_day(first_day)} to {readable_day(last_day)} are already covered by periods closed "
            "in another time zone"
        )
    period = PayPeriod.objects.create(
        campaign=campaign,
        first_day=first_day,
        last_day=last_day,
        currency=campaign.currency,
        idle_s=campaign.idle_s,
        time_zone=campaign.time_zone,
        starts_at=starts_at,
        ends_at=ends_at,
        closed_at=now,
        actor=actor,
    )
    lines = PayLine.objects.bulk_create(_lines(period, now))
    record_decision(campaign=campaign, kind=PAY_CLOSED, actor=actor, payload=_payload(period, lines), now=now)
    return period


def _check_days(campaign: Campaign, first_day: date, last_day: date, now: datetime) -> None:
    check_range(first_day, last_day, ("first_day", "last_day"))
    if first_day < EARLIEST:
        raise BadInput(f"first_day: {readable_day(first_day)} is before {readable_day(EARLIEST)}")
    today = local_day(now, campaign.zone)
    if last_day >= today:
        raise BadInput(
            f"last_day: {readable_day(last_day)} is not over yet; in {campaign.time_zone} it is {readable_day(today)}"
        )
    met = campaign.pay_periods.filter(first_day__lte=last_day, last_day__gte=first_day).order_by("first_day").first()
    if met is not None:
        field = "first_day" if met.first_day <= first_day else "last_day"
        raise BadInput(f"{field}: {readable_day(met.first_day)} to {readable_day(met.last_day)} are already closed")


def _lines(period: PayPeriod, now: datetime) -> list[PayLine]:
    sheet = pay_sheet(period.campaign, now=now)
    places = places_of(sheet, period.pk)
    lines = []
    for person in sheet.members:
        for rate, mine in worked_lines(sheet, places, person=person):
            seconds, labels, amount = line_sum(sheet, person, mine, rate)
            if amount >= HIGHEST_LINE:
                raise BadInput(
                    f"last_day: {sheet.members[person].user.username} would get {amount}, which is more than can be "
                    "stored"
                )
            lines.append(
                PayLine(
                    period=period,
                    annotator=sheet.members[person],
                    hourly_rate=rate,
                    active_s=seconds,
                    amount=amount,
                    scores=labels,
                )
            )
    return lines


def _payload(period: PayPeriod, lines: Sequence[PayLine]) -> dict[str, object]:
    """The ledger's payload: totals, and a digest of the lines, which shows nobody another person's pay."""
    frozen = sorted(
        [line.annotator.pseudonym, str(line.hourly_rate), line.active_s, str(line.amount), line.scores]
        for line in lines
    )
    return {
        "first_day": str(period.first_day),
        "last_day": str(period.last_day),
        "time_zone": period.time_zone,
        "idle_s": period.idle_s,
        "currency": period.currency,
        "lines": len(lines),
        "active_s": sum(line.active_s for line in lines),
        "amount": str(sum((line.amount for line in lines), Decimal("0.00"))),
        "lines_sha256": hashlib.sha256(json.dumps(frozen, separators=(",", ":")).encode()).hexdigest(),
    }
