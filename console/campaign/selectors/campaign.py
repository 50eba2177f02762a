"""Everything that the campaign page shows, in a fixed number of SQL queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from annotator.checks.selectors import staffing_of
from annotator.pay.selectors.rates import rate_today
from annotator.worktime.paydays import local_day
from consensus.stuck.selectors.grading import Stuck, stuck_reasons
from console.campaign.forecast import Forecast, Needed, Seen, forecast, needed, pace_seen
from console.campaign.planning import hours_for
from console.campaign.score_days import score_days
from console.campaign.selectors.load import Load, load, scores_by_day
from console.campaign.selectors.stages import Stages, stages
from moments.base.charts import Chart
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """The campaign now: stages, work by day and by person, what is left, what is stuck.

    While `counting`, what rests on all scores is not known yet: hours, the forecast, scores of earlier days.
    """

    stages: Stages
    load: Load
    days: Chart
    today: int
    pace: Seen
    hourly_rate: Decimal
    hours: Decimal
    forecast: Forecast
    needed: Needed | None
    stuck: list[Stuck]
    counting: bool


def campaign_page(campaign: Campaign, *, now: datetime, wait: bool = True) -> CampaignPage:
    """The page as of `now`; hours to a tenth. Without `wait` it leaves out what takes long to count."""
    today = local_day(now, campaign.zone)
    now_at, work = stages(campaign), load(campaign, wait=wait)
    by_day = {} if work.counting else scores_by_day(campaign, today=today)
    pace = pace_seen(millis=work.worked.millis, labels=work.worked.labels)
    hourly_rate = rate_today(campaign, now)
    targets = staffing_of(campaign)
    left = forecast(
        now_at.left(work.seats),
        escalation=now_at.escalation,
        extension=now_at.extension,
        pace=pace,
        hourly_rate=hourly_rate,
        scores_by_day=by_day,
        today=today,
    )
    return CampaignPage(
        stages=now_at,
        load=work,
        days=score_days(by_day, today=today),
        today=by_day.get(today, 0),
        pace=pace,
        hourly_rate=hourly_rate,
        hours=hours_for(Decimal(work.worked.millis) / 1000),
        forecast=left,
        needed=needed(left.scores, finish_by=targets.finish_by, day_target=targets.day_target, today=today),
        stuck=stuck_reasons(campaign, qualified=work.qualified, seats=work.seats, now=now),
        counting=work.counting,
    )
