"""How far a twins campaign is: its clips by stage, answers a day, and what waits for a lead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from annotator.worktime.paydays import local_day
from consensus.agreement.selectors.twins import recent_twin_agreement
from consensus.agreement.twins import TwinAgreement
from consensus.labels.selectors.twins import twin_stages
from consensus.problems.selectors import waiting_pairs
from consensus.stuck.selectors.grading import held_up_pairs
from consensus.twin_splits.selectors import counted_splits
from consensus.twin_truths.selectors.complete import waiting_captions, waiting_judgements
from consensus.twin_truths.selectors.unopened import unopened_twins
from consensus.twins.splits.placing import Split
from console.campaign.score_days import score_days
from console.campaign.selectors.load import Load, load, scores_by_day
from moments.base.charts import Chart
from moments.models import Campaign, Twin


@dataclass(frozen=True, slots=True)
class TwinPage:
    """Clips with a twin, how many of them are at each stage, how people agree, answers a day, and who works.

    `for_lead` counts what each queue of decisions holds, by the queue's key. `splits` counts the described clips of
    both directions by split; empty as long as nothing was drawn.
    """

    twins: int
    unopened: int
    stages: dict[str, int]
    for_lead: dict[str, int]
    splits: dict[str, int]
    agreement: TwinAgreement
    days: Chart
    today: int
    load: Load


def twin_page(campaign: Campaign, *, now: datetime, wait: bool = True) -> TwinPage:
    """The page as of `now`, in a fixed number of SQL queries. Without `wait` it leaves out what takes long to count."""
    today = local_day(now, campaign.zone)
    by_day = scores_by_day(campaign, today=today)
    return TwinPage(
        twins=Twin.objects.filter(forward__campaign=campaign).count(),
        unopened=unopened_twins(campaign).count(),
        stages=twin_stages(campaign),
        for_lead=_for_lead(campaign),
        splits=_named_splits(counted_splits(campaign)),
        agreement=recent_twin_agreement(campaign),
        days=score_days(by_day, today=today, what="Answers"),
        today=by_day.get(today, 0),
        load=load(campaign, wait=wait),
    )


def _for_lead(campaign: Campaign) -> dict[str, int]:
    queues = {
        "judgements": waiting_judgements,
        "captions": waiting_captions,
        "reported": waiting_pairs,
        "stuck": held_up_pairs,
    }
    return {key: count for key, found in queues.items() if (count := found(campaign).count())}


def _named_splits(counts: dict[str, int]) -> dict[str, int]:
    """The counts in the order of the splits, those in none last."""
    if not set(counts) - {""}:
        return {}
    named = {"training": Split.TRAIN, "validation": Split.VAL, "test": Split.TEST, "in none yet": ""}
    return {name: counts.get(split, 0) for name, split in named.items() if split or counts.get(split)}
