"""Reads what people worked: their events for the rule of active time, today's hours, their pace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import BigIntegerField, F, Func, Max, Min, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler

from annotator.models import Membership, Score, WorkEvent
from annotator.worktime.hours import SECOND, EventRow, PayDay, Stopwatch, Tally, millis_of, pace_seconds, tally
from annotator.worktime.paydays import local_day, midnight

CHUNK = 5000
LABELS_OF_PACE = 50
FEWEST_LABELS_OF_PACE = 5


class _AsItComes(Func):
    """A number that the database makes and Python takes as it comes; conversions of 50,000 rows are not free."""

    output_field = BigIntegerField()

    def get_db_converters(self, connection: Any) -> list[Any]:
        """None."""
        return []


class Millis(_AsItComes):
    """Milliseconds since 1970, counted by the database."""

    template = "(EXTRACT(EPOCH FROM %(expressions)s) * 1000)::bigint"

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        """SQLite counts whole milliseconds, which its Julian days of 64 bits hold exactly."""
        template = "CAST(round((julianday(%(expressions)s) - 2440587.5) * 86400000.0) AS INTEGER)"
        return super().as_sql(compiler, connection, template=template, **context)


class Flag(_AsItComes):
    """A truth as the database has it."""

    template = "%(expressions)s"

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        """A sum, because a bare column would be turned into a bool by a call for every row."""
        return super().as_sql(compiler, connection, template="%(expressions)s + 0", **context)


def worked_by(people: Sequence[int], *, since: datetime | None = None) -> Iterator[tuple[int, list[EventRow]]]:
    """The events of those members who have any, each person's in the order of time; in two queries.

    Every score counts, whatever its seat was for and whatever became of it; a replaced one is no label.
    """
    others: dict[int, list[EventRow]] = {}
    for event in _events(WorkEvent.objects.all(), people, Value(0), since):
        others.setdefault(event[3], []).append(event)
    for person, rows in groupby(_events(Score.objects.all(), people, F("current"), since), key=itemgetter(3)):
        events, more = list(rows), others.pop(person, None)
        yield person, sorted(events + more, key=itemgetter(0)) if more else events
    yield from others.items()


def first_worked_at(people: Sequence[int]) -> datetime | None:
    """When the first of those members' work was done."""
    found = [
        model.objects.filter(annotator__in=people).aggregate(at=Min("worked_at"))["at"] for model in (Score, WorkEvent)
    ]
    return min((at for at in found if at is not None), default=None)


def active_seconds_today(member: Membership, now: datetime) -> float:
    """The person's active seconds of today, in the campaign's time zone; reads little more than today's events.

    A view reaches back by the idle limit at most, so the events of that long before midnight and the one
    before them say all that today's need to know.
    """
    campaign = member.campaign
    today = local_day(now, campaign.zone)
    starts, idle = midnight(today, campaign.zone), campaign.idle_s * SECOND
    days = [PayDay(today, 0, idle), PayDay(today, millis_of(starts), idle)]
    for _, events in worked_by([member.pk], since=_last_before(member, starts - timedelta(seconds=campaign.idle_s))):
        return tally(events, days).get(1, Tally()).millis / SECOND
    return 0.0


def pace_s(member: Membership) -> float | None:
    """The median of what the person's last 50 labels took, in seconds; None below five."""
    last = Score.objects.filter(annotator=member, current=True).order_by("-worked_at", "-pk")
    rows = last.values_list(Millis("worked_at"), "shown_ms", Value(1), "annotator_id")[: LABELS_OF_PACE + 1]
    took = Stopwatch().count(reversed(rows), member.campaign.idle_s * SECOND)
    return pace_seconds(took[-LABELS_OF_PACE:], least=FEWEST_LABELS_OF_PACE)


def _events(
    rows: QuerySet[Any], people: Sequence[int], is_label: F | Value, since: datetime | None
) -> Iterator[EventRow]:
    mine = rows.filter(annotator__in=people).order_by("annotator_id", "worked_at")
    if since is not None:
        mine = mine.filter(worked_at__gte=since)
    return mine.values_list(Millis("worked_at"), "shown_ms", Flag(is_label), "annotator_id").iterator(chunk_size=CHUNK)


def _last_before(member: Membership, moment: datetime) -> datetime:
    """When the person's last event before the moment was, or the moment if there is none."""
    found = [
        model.objects.filter(annotator=member, worked_at__lt=moment).aggregate(at=Max("worked_at"))["at"]
        for model in (Score, WorkEvent)
    ]
    return max((at for at in found if at is not None), default=moment)
