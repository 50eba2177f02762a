"""What a person has done: the last scores, the count, the hours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet

from annotator.hours import active_seconds
from annotator.models import Membership, Score
from annotator.selectors.queue import seats_left

SECONDS_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's work in one campaign; pay in the campaign's currency."""

    scored: int
    scored_today: int
    left: int
    active_hours: float
    pay: Decimal


def last_scores(member: Membership, last: int) -> QuerySet[Score]:
    """The person's `last` current scores, newest first, with seat, pair and query."""
    scores = Score.objects.filter(annotator=member, current=True).select_related("seat__pair__query")
    return scores.order_by("-saved_at", "-pk")[:last]


def progress_of(member: Membership, *, now: datetime) -> Progress:
    """The person's progress, hours and pay as of `now`; a day begins at midnight UTC."""
    campaign = member.campaign
    scores = Score.objects.filter(annotator=member)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    seconds = active_seconds(scores.values_list("saved_at", flat=True), idle_s=campaign.idle_s)
    hours = Decimal(seconds) / SECONDS_AN_HOUR
    return Progress(
        scored=scores.filter(current=True).count(),
        scored_today=scores.filter(current=True, saved_at__gte=midnight).count(),
        left=seats_left(member),
        active_hours=round(float(hours), 3),
        pay=(hours * campaign.hourly_rate).quantize(Decimal("0.01")),
    )
