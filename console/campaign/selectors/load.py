"""Who did how much: scores, active time, what waits in each queue; a fixed number of SQL queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, F, IntegerField, Q, Value
from django.db.models.functions import Cast, TruncDate

from annotator.models import Membership, Purpose, Role, Score, Seat, SeatState, Standing, WorkEvent
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.pay.money import hours_of
from annotator.worktime.hours import SECOND
from annotator.worktime.paydays import midnight
from annotator.worktime.selectors import Millis
from moments.models import Campaign

MOST_PEOPLE = 100
KEPT_S = 300
QUICKLY_COUNTED = 20_000
SCORED = (SeatState.SCORED, SeatState.SETTLED)


@dataclass(frozen=True, slots=True)
class WorkedTime:
    """Milliseconds at work and the labels made in them, of every purpose."""

    millis: int = 0
    labels: int = 0


@dataclass(frozen=True, slots=True)
class PersonLoad:
    """An annotator's campaign scores that count, their share of all, what waits in the queue, time at work."""

    member: Membership
    scores: int
    share: float
    waiting: int
    millis: int
    last_seen: datetime | None

    @property
    def hours(self) -> str:
        """Hours at work, to a tenth."""
        return str(hours_of(round(self.millis / SECOND), "0.1"))


@dataclass(frozen=True, slots=True)
class Load:
    """The campaign's work: seats that wait for a score (`open_seats` of them nobody's), and the people.

    While `counting`, nobody's time at work is known yet.
    """

    seats: int
    open_seats: int
    scores: int
    worked: WorkedTime
    people: list[PersonLoad]
    more_people: int
    qualified: int
    counting: bool


def load(campaign: Campaign, *, wait: bool = True) -> Load:
    """The load of annotators who are qualified or have worked, those with most scores first.

    Without `wait` time at work is left out where counting it would take long.
    """
    seats = _seats(campaign)
    scores = sum(scored for scored, _ in seats.values())
    known = kept_active_time(campaign, wait=wait or scores < QUICKLY_COUNTED)
    worked = known or {}
    people = [
        PersonLoad(
            member=member,
            scores=seats.get(member.pk, (0, 0))[0],
            share=seats.get(member.pk, (0, 0))[0] / max(scores, 1),
            waiting=seats.get(member.pk, (0, 0))[1],
            millis=worked.get(member.pk, WorkedTime()).millis,
            last_seen=member.last_request_at,
        )
        for member in campaign.members.filter(role=Role.ANNOTATOR).select_related("user").order_by("pk")
    ]
    at_work = [one for one in people if one.scores or one.millis or one.member.standing == Standing.QUALIFIED]
    at_work.sort(key=lambda one: (-one.scores, one.member.pk))
    return Load(
        seats=sum(waiting for _, waiting in seats.values()),
        open_seats=seats.get(None, (0, 0))[1],
        scores=scores,
        worked=WorkedTime(sum(one.millis for one in worked.values()), sum(one.labels for one in worked.values())),
        people=at_work[:MOST_PEOPLE],
        more_people=max(len(at_work) - MOST_PEOPLE, 0),
        counting=known is None,
        qualified=sum(one.member.standing == Standing.QUALIFIED and one.member.user.is_active for one in people),
    )


def scores_by_day(campaign: Campaign, *, today: date) -> dict[date, int]:
    """The campaign scores that count, by the day of work in the campaign's time zone.

    Those of today are counted now, those of earlier days every five minutes, as late ones may still come in.
    """
    begins = midnight(today, campaign.zone)
    scores = Score.objects.filter(
        annotator__campaign=campaign, seat__purpose=Purpose.CAMPAIGN, seat__superseded=False, current=True
    )
    days = scores.filter(worked_at__lt=begins).values_list(TruncDate("worked_at", tzinfo=campaign.zone)).order_by()
    key = f"scores-by-day-{campaign.pk}-{begins.isoformat()}"
    earlier: dict[date, int] = cache.get_or_set(key, lambda: dict(days.annotate(n=Count("pk"))), KEPT_S) or {}
    return {**earlier, today: scores.filter(worked_at__gte=begins).count()}


def kept_active_time(campaign: Campaign, *, wait: bool = True) -> dict[int, WorkedTime] | None:
    """The active time of everybody, counted every five minutes: it takes long if there are many scores.

    Without `wait` None if it would have to be counted now.
    """
    key = f"active-time-{campaign.pk}-{campaign.idle_s}"
    kept: dict[int, WorkedTime] | None = cache.get(key)
    if kept is None and wait:
        kept = active_time(campaign)
        cache.set(key, kept, KEPT_S)
    return kept


def active_time(campaign: Campaign) -> dict[int, WorkedTime]:
    """Each member's time at work and labels, by the rule of pay with today's idle limit; one SQL query.

    Gaps longer than the limit part a person's events into stretches; a stretch lasts from the earliest moment at
    which one of its clips came into view, the limit before its event at most, to its last event (`worktime.hours`).
    """
    idle = campaign.idle_s * SECOND
    fields = {"person": F("annotator_id"), "millis": Millis("worked_at"), "shown": F("shown_ms")}
    scores = Score.objects.filter(annotator__campaign=campaign).values(**fields, label=Cast("current", IntegerField()))
    others = WorkEvent.objects.filter(annotator__campaign=campaign).values(**fields, label=Value(0))
    events, parameters = scores.order_by().union(others.order_by(), all=True).query.sql_with_params()
    unknown = f"CASE WHEN stretch = 0 THEN 0 ELSE {idle} END"
    view = f"CASE WHEN shown IS NULL THEN {unknown} WHEN shown > {idle} THEN {idle} ELSE shown END"
    sql = f"""
        WITH gaps AS (SELECT person, millis, shown, label,
            millis - LAG(millis) OVER (PARTITION BY person ORDER BY millis) AS gap FROM ({events}) AS events),
        parted AS (SELECT person, millis, shown, label,
            SUM(CASE WHEN gap > {idle} THEN 1 ELSE 0 END) OVER (PARTITION BY person ORDER BY millis) AS stretch
            FROM gaps),
        stretches AS (SELECT person, MAX(millis) - MIN(millis - {view}) AS took, SUM(label) AS labels
            FROM parted GROUP BY person, stretch)
        SELECT person, SUM(took), SUM(labels) FROM stretches GROUP BY person
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {person: WorkedTime(int(millis), int(labels)) for person, millis, labels in cursor.fetchall()}


def _seats(campaign: Campaign) -> dict[int | None, tuple[int, int]]:
    """By annotator, None for nobody: the live campaign seats that are scored, and those that wait for a score."""
    waiting = (SeatState.OPEN, *WAITING_STATES)
    rows = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign).order_by().values_list("annotator")
    counted = rows.annotate(
        scored=Count("pk", filter=Q(state__in=SCORED)), waits=Count("pk", filter=Q(state__in=waiting))
    )
    return {person: (scored, waits) for person, scored, waits in counted}
