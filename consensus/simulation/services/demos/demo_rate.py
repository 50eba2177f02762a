"""The demo's campaigns began a day ago, and have paid since."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from annotator.pay.services.rates import set_rate
from annotator.worktime.paydays import local_day
from moments.models import Campaign

BEGAN = timedelta(days=1)
RATE = Decimal("14.00")


def pay_from_first_day(campaign: Campaign) -> None:
    """A rate from the first day, so that My day and the pay sheet have something to show."""
    now = campaign.created_at
    day = local_day(now, campaign.zone)
    set_rate(campaign=campaign, hourly_rate=RATE, from_day=day, reason="the demo's rate", now=now, actor="demo")
