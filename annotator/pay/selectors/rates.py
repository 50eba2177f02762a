"""Which hourly rate holds on which day."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from annotator.models import Rate
from annotator.pay.money import CENT
from annotator.worktime.paydays import local_day
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class RateBook:
    """The rates of a campaign by the day from which they hold; the first holds from the beginning."""

    days: tuple[date, ...]
    rates: tuple[Decimal, ...]

    def on(self, day: date) -> Decimal:
        """The hourly rate of that day."""
        return self.rates[max(bisect_right(self.days, day) - 1, 0)]


def rate_book(campaign: Campaign) -> RateBook:
    """The campaign's rates; one without a history has its `hourly_rate` from the beginning."""
    steps = dict(
        Rate.objects.filter(campaign=campaign)
        .order_by("from_day", "set_at", "pk")
        .values_list("from_day", "hourly_rate")
    )
    if not steps:
        return RateBook((date.min,), (Decimal(campaign.hourly_rate).quantize(CENT),))
    return RateBook(tuple(steps), tuple(steps.values()))


def rate_today(campaign: Campaign, now: datetime) -> Decimal:
    """The hourly rate of today, in the campaign's time zone."""
    return rate_book(campaign).on(local_day(now, campaign.zone))
