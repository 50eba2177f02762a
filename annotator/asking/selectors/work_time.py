"""How long people did which work, by person, by batch and by day; kept for five minutes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date

from django.core.cache import cache
from django.db.models import F

from annotator.asking.work_time import Moment, Work, time_spent
from annotator.models import Purpose, Score, WorkEvent
from annotator.twins.tasks import TwinTask, task_of
from annotator.worktime.hours import SECOND, moment_of
from annotator.worktime.paydays import local_day
from annotator.worktime.selectors import Millis
from moments.models import Campaign

KEPT_S = 300
OF_TWINS = {TwinTask.JUDGE: Work.JUDGING, TwinTask.CAPTION: Work.WRITING, TwinTask.ASSIGN: Work.ASSIGNING}


@dataclass(slots=True)
class TimeSpent:
    """Milliseconds at work by person and work, by batch and work, and by day."""

    people: Counter[tuple[int, Work]] = field(default_factory=Counter)
    batches: Counter[tuple[int, Work]] = field(default_factory=Counter)
    days: Counter[date] = field(default_factory=Counter)

    def of_person(self, person: int) -> int:
        """All that the person worked."""
        return sum(self.people[person, work] for work in Work)


def kept_time_spent(campaign: Campaign) -> TimeSpent:
    """The time of everybody in the campaign with today's idle limit, counted every five minutes."""
    key = f"time-spent-{campaign.pk}-{campaign.idle_s}-{campaign.time_zone}"
    kept: TimeSpent | None = cache.get(key)
    if kept is None:
        kept = time_spent_in(campaign)
        cache.set(key, kept, KEPT_S)
    return kept


def time_spent_in(campaign: Campaign) -> TimeSpent:
    """The same, counted now in two SQL queries."""
    found = TimeSpent()
    for person, events in _events(campaign).items():
        for spent in time_spent(sorted(events, key=lambda event: event.at), idle=campaign.idle_s * SECOND):
            found.people[person, spent.work] += spent.millis
            found.days[local_day(moment_of(spent.at), campaign.zone)] += spent.millis
            if spent.batch is not None:
                found.batches[spent.batch, spent.work] += spent.millis
    return found


def _events(campaign: Campaign) -> dict[int, list[Moment]]:
    events: dict[int, list[Moment]] = defaultdict(list)
    scores = Score.objects.filter(annotator__campaign=campaign)
    answers = scores.values_list(
        "annotator_id",
        Millis("worked_at"),
        "shown_ms",
        "seat__purpose",
        "seat__round",
        "seat__pair__query__query_id" if campaign.is_twin else "seat__pair__ask__author",
        F("seat__pair__batch"),
    )
    for person, at, shown_ms, purpose, round_number, asked, batch in answers:
        if purpose != Purpose.CAMPAIGN:
            work = Work.OTHER
        elif campaign.is_twin:
            work = OF_TWINS[task_of(asked)]
        else:
            work = _marked(round_number, is_own=person == asked)
        events[person].append(Moment(at, shown_ms, work, batch))
    others = WorkEvent.objects.filter(annotator__campaign=campaign)
    for person, at, shown_ms in others.values_list("annotator_id", Millis("worked_at"), "shown_ms"):
        events[person].append(Moment(at, shown_ms))
    return events


def _marked(round_number: int, *, is_own: bool) -> Work:
    if round_number > 1:
        return Work.JUDGING
    return Work.WRITING if is_own else Work.MARKING
