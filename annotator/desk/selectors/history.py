"""What a person has done: the last scores, the count, the hours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet

from annotator.models import Membership, Score
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.seats.selectors.remaining import seats_left
from annotator.worktime.paydays import local_day, midnight
from annotator.worktime.selectors import active_seconds_today, pace_s

SECONDS_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """A person's work in one campaign; pay in the campaign's currency, pace in seconds a label."""

    scored: int
    scored_today: int
    left: int
    pace_s: float | None
    active_hours: float
    active_hours_today: float
    pay: Decimal


def last_scores(member: Membership, last: int) -> QuerySet[Score]:
    """The person's `last` current scores, newest first, with seat, pair and query."""
    scores = Score.objects.filter(annotator=member, current=True).select_related("seat__pair__query")
    return scores.order_by("-saved_at", "-pk")[:last]


def scored_today(member: Membership, *, now: datetime) -> int:
    """The person's current scores since midnight in the campaign's time zone."""
    zone = member.campaign.zone
    since = midnight(local_day(now, zone), zone)
    return Score.objects.filter(annotator=member, current=True, worked_at__gte=since).count()


def progress_of(member: Membership, *, now: datetime) -> PersonProgress:
    """The person's progress, hours and pay as of `now`; a day begins at midnight in the campaign's time zone."""
    scores = Score.objects.filter(annotator=member, current=True)
    account = whole_account(pay_sheet(member.campaign, now=now, member=member)).total
    return PersonProgress(
        scored=scores.count(),
        scored_today=scored_today(member, now=now),
        left=seats_left(member),
        pace_s=pace_s(member),
        active_hours=round(account.active_s / SECONDS_AN_HOUR, 3),
        active_hours_today=round(active_seconds_today(member, now) / SECONDS_AN_HOUR, 3),
        pay=account.amount,
    )
