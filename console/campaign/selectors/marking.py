"""Everything that the campaign page shows where segments are marked, in a fixed number of SQL queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil

from annotator.asking.selectors.asks import wishes
from annotator.asking.selectors.people import MarkingPerson, work_of_people
from annotator.asking.selectors.work_time import kept_time_spent
from annotator.checks.selectors import staffing_of
from annotator.models import Standing
from annotator.pay.selectors.rates import rate_today
from annotator.worktime.paydays import local_day
from consensus.stuck.selectors.grading import Stuck
from consensus.stuck.selectors.marking import marking_stuck_reasons
from console.campaign.forecast import DAYS_OF_PACE
from console.campaign.marking_forecast import MarkingForecast, marking_forecast
from console.campaign.marking_steps import Step, next_step
from console.campaign.score_days import score_days
from console.campaign.selectors.load import MOST_PEOPLE, scores_by_day
from console.campaign.selectors.marking_stages import (
    RULED,
    STAGE_NAMES,
    UNDECIDED,
    MarkingStages,
    QuestionStage,
    VideoStage,
    marking_stages,
    piece_seconds,
)
from moments.base.charts import Chart
from moments.models import Campaign, CampaignStatus

HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class MarkingPeople:
    """The annotators who are qualified or have worked, and how many more there are."""

    people: list[MarkingPerson]
    more_people: int
    at_work: int
    qualified: int


@dataclass(frozen=True, slots=True)
class MarkingPage:
    """The campaign now: what is next, questions and videos by stage, hours, work by day, what is left, who works."""

    step: Step
    stages: MarkingStages
    stage_names: list[str]
    decided: int
    submitted: int
    worked_s: float
    written_s: float
    marked_s: float
    judged_s: float
    forecast: MarkingForecast
    wanted: int
    missing: int
    ends_by: date | None
    finish_by: date | None
    needed_a_day: float | None
    days: Chart
    today: int
    people: MarkingPeople
    stuck: list[Stuck]


def marking_page(campaign: Campaign, *, now: datetime) -> MarkingPage:
    """The page as of `now`; working time is counted every five minutes."""
    today = local_day(now, campaign.zone)
    stages, spent, wanted = marking_stages(campaign), kept_time_spent(campaign), wishes(campaign)
    people = _people(work_of_people(campaign, spent, now=now))
    hours_a_day, days_of_pace = _hours_a_day(spent.days, today)
    missing = sum(wish.missing for wish in wanted)
    left = marking_forecast(
        stages.passes,
        spent.batches,
        wanted=missing if wanted else None,
        unwritten_s=stages.videos[VideoStage.UNTOUCHED].seconds + stages.videos[VideoStage.NO_PROXY].seconds,
        unruled=stages.among((QuestionStage.WRITTEN, QuestionStage.MARKING)),
        ruled=stages.among(RULED),
        hourly_rate=rate_today(campaign, now),
        hours_a_day=hours_a_day,
        days_of_pace=days_of_pace,
    )
    finish_by = staffing_of(campaign).finish_by
    by_day = scores_by_day(campaign, today=today)
    stuck = marking_stuck_reasons(campaign, qualified=people.qualified, now=now)
    return MarkingPage(
        step=_step(campaign, stages, people, missing=missing),
        stages=stages,
        stage_names=[STAGE_NAMES[stage] for stage in QuestionStage],
        decided=stages.at(QuestionStage.DECIDED),
        submitted=stages.among((*UNDECIDED, QuestionStage.DECIDED)),
        worked_s=sum(spent.people.values()) / 1000,
        written_s=sum(one.video_s for one in stages.passes if one.is_written),
        marked_s=sum(one.video_s for one in stages.passes if one.is_marked),
        judged_s=piece_seconds(campaign),
        forecast=left,
        wanted=sum(wish.wanted for wish in wanted),
        missing=missing,
        ends_by=_end(today, left),
        finish_by=finish_by,
        needed_a_day=left.needed_a_day((finish_by - today).days + 1) if finish_by else None,
        days=score_days(by_day, today=today, what="Answers"),
        today=by_day.get(today, 0),
        people=people,
        stuck=stuck,
    )


def _people(everybody: Sequence[MarkingPerson]) -> MarkingPeople:
    shown = [one for one in everybody if one.has_worked or one.member.standing == Standing.QUALIFIED]
    return MarkingPeople(
        people=shown[:MOST_PEOPLE],
        more_people=max(len(shown) - MOST_PEOPLE, 0),
        at_work=sum(bool(one.now) for one in everybody),
        qualified=sum(one.member.standing == Standing.QUALIFIED and one.member.user.is_active for one in everybody),
    )


def _step(campaign: Campaign, stages: MarkingStages, people: MarkingPeople, *, missing: int) -> Step:
    return next_step(
        is_draft=campaign.status == CampaignStatus.DRAFT,
        videos=stages.all_videos.videos,
        without_proxy=stages.videos[VideoStage.NO_PROXY].videos,
        qualified=people.qualified,
        for_lead=stages.at(QuestionStage.LEAD),
        untouched=stages.videos[VideoStage.UNTOUCHED].videos,
        undecided=stages.among(UNDECIDED),
        decided=stages.at(QuestionStage.DECIDED),
        missing=missing,
    )


def _hours_a_day(millis_by_day: Mapping[date, int], today: date) -> tuple[float | None, int]:
    """The mean hours of all people over the last seven full days, of fewer where work began later; and of how many."""
    begun = min((day for day, millis in millis_by_day.items() if millis), default=today)
    days = min(DAYS_OF_PACE, (today - begun).days)
    if days <= 0:
        return None, 0
    millis = sum(millis_by_day.get(today - timedelta(days=back), 0) for back in range(1, days + 1))
    return (millis / HOUR_MS / days if millis else None), days


def _end(today: date, left: MarkingForecast) -> date | None:
    """The day on which the last work would be done; None if there is none left, or nothing says how fast it goes."""
    if not left.days or left.days > 36_500:
        return None
    return today + timedelta(days=ceil(left.days))
