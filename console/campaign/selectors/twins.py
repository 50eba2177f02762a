"""How far a campaign of twins is: its clips by stage, answers a day, and what waits for a lead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from annotator.twins.tasks import TwinTask
from annotator.worktime.paydays import local_day
from consensus.agreement.selectors.twins import recent_twin_agreement
from consensus.agreement.twins import TwinAgreement
from consensus.labels.selectors.twins import twin_stages
from consensus.twin_splits.selectors import counted_splits
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.selectors.unopened import unopened_twins
from console.campaign.score_days import score_days
from console.campaign.selectors.load import Load, load, scores_by_day
from moments.base.charts import Chart
from moments.models import Campaign, Twin


@dataclass(frozen=True, slots=True)
class TwinPage:
    """Clips with a twin, how many of them are at each stage, how people agree, answers a day, and who works.

    `splits` counts the described clips by split, "" those in none; empty as long as nothing was drawn.
    """

    twins: int
    unopened: int
    stages: dict[str, int]
    judgements_for_lead: int
    captions_for_lead: int
    splits: dict[str, int]
    agreement: TwinAgreement
    days: Chart
    today: int
    load: Load


def twin_page(campaign: Campaign, *, now: datetime, wait: bool = True) -> TwinPage:
    """The page as of `now`, in a fixed number of SQL queries. Without `wait` it leaves out what takes long to count."""
    today = local_day(now, campaign.zone)
    by_day = scores_by_day(campaign, today=today)
    waiting = twins_for_lead(campaign)
    judged = waiting.filter(query__query_id=TwinTask.JUDGE.query_id).count()
    splits = counted_splits(campaign)
    return TwinPage(
        twins=Twin.objects.filter(forward__campaign=campaign).count(),
        unopened=unopened_twins(campaign).count(),
        stages=twin_stages(campaign),
        judgements_for_lead=judged,
        captions_for_lead=waiting.count() - judged,
        splits=splits if set(splits) - {""} else {},
        agreement=recent_twin_agreement(campaign),
        days=score_days(by_day, today=today, what="Answers"),
        today=by_day.get(today, 0),
        load=load(campaign, wait=wait),
    )
