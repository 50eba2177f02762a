"""Everything that the campaign page shows, in a fixed number of SQL queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from annotator.paydays import local_day
from annotator.selectors.rates import rate_today
from consensus.forecast import Forecast, Seen, forecast, pace_seen
from consensus.planning import hours_for
from consensus.score_days import ScoreDays, score_days
from consensus.selectors.load import Load, load, scores_by_day
from consensus.selectors.stages import Stages, stages
from consensus.selectors.stuck import Stuck, stuck_reasons
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """The campaign now: stages, work by day and by person, what is left, what is stuck."""

    stages: Stages
    load: Load
    days: ScoreDays
    today: int
    pace: Seen
    hourly_rate: Decimal
    hours: Decimal
    forecast: Forecast
    stuck: list[Stuck]


def campaign_page(campaign: Campaign, *, now: datetime) -> CampaignPage:
    """The page as of `now`; hours to a tenth."""
    today = local_day(now, campaign.zone)
    stood, work, by_day = stages(campaign), load(campaign), scores_by_day(campaign, today=today)
    pace = pace_seen(millis=work.worked.millis, labels=work.worked.labels)
    hourly_rate = rate_today(campaign, now)
    return CampaignPage(
        stages=stood,
        load=work,
        days=score_days(by_day, today=today),
        today=by_day.get(today, 0),
        pace=pace,
        hourly_rate=hourly_rate,
        hours=hours_for(Decimal(work.worked.millis) / 1000),
        forecast=forecast(
            stood.left(work.seats),
            escalation=stood.escalation,
            extension=stood.extension,
            pace=pace,
            hourly_rate=hourly_rate,
            scores_by_day=by_day,
            today=today,
        ),
        stuck=stuck_reasons(campaign, qualified=work.qualified, seats=work.seats, now=now),
    )
