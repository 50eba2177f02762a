"""The lines of a pay sheet: one person's time at one rate, closed, open or come in late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from annotator.models import Membership, PayPeriod
from annotator.pay.money import amount_of, whole_seconds
from annotator.pay.selectors.sheet import PaySheet

State = Literal["closed", "open"]


@dataclass(frozen=True, slots=True)
class Line:
    """One person's time at one rate, in a closed period or on open days."""

    member: Membership
    state: State
    first_day: date
    last_day: date
    hourly_rate: Decimal
    currency: str
    active_s: int
    labels: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class LateWork:
    """What one person's work in a closed period is now worth beyond what was paid for it."""

    member: Membership
    period: PayPeriod
    active_s: int
    amount: Decimal


def worked_lines(sheet: PaySheet, places: Iterable[int], *, person: int) -> Iterator[tuple[Decimal, list[int]]]:
    """The person's days among `places` that hold work, by the rate that held on them."""
    by_rate: dict[Decimal, list[int]] = defaultdict(list)
    mine = sheet.work.get(person, {})
    for place in places:
        if place in mine:
            by_rate[sheet.rates.on(sheet.days[place].day)].append(place)
    yield from sorted(by_rate.items(), key=lambda item: item[1])


def places_of(sheet: PaySheet, period: int | None, *, first: date = date.min, last: date = date.max) -> list[int]:
    """The places of a closed period's days, or of the open ones from `first` to `last`."""
    return [place for place, day in enumerate(sheet.days) if day.period == period and first <= day.day <= last]


def line_sum(sheet: PaySheet, person: int, places: Sequence[int], hourly_rate: Decimal) -> tuple[int, int, Decimal]:
    """Seconds, labels and amount of the person's days as one line."""
    tallies = [sheet.work[person][place] for place in places]
    seconds = whole_seconds(sum(day.millis for day in tallies))
    return seconds, sum(day.labels for day in tallies), amount_of(seconds, hourly_rate)


def open_lines(sheet: PaySheet, first: date, last: date) -> Iterator[Line]:
    """The lines that closing the open days from `first` to `last` now would freeze."""
    places = places_of(sheet, None, first=first, last=last)
    for person in sheet.members:
        for rate, mine in worked_lines(sheet, places, person=person):
            seconds, labels, amount = line_sum(sheet, person, mine, rate)
            begins, ends = sheet.days[mine[0]].day, sheet.days[mine[-1]].day
            currency = sheet.campaign.currency
            yield Line(sheet.members[person], "open", begins, ends, rate, currency, seconds, labels, amount)


def closed_lines(sheet: PaySheet, periods: Iterable[PayPeriod]) -> Iterator[Line]:
    """The frozen lines of those periods."""
    wanted = {period.pk: period for period in periods}
    for line in sheet.paid:
        period = wanted.get(line.period_id)
        if period is not None:
            yield Line(
                member=sheet.members[line.annotator_id],
                state="closed",
                first_day=period.first_day,
                last_day=period.last_day,
                hourly_rate=line.hourly_rate,
                currency=period.currency,
                active_s=line.active_s,
                labels=line.scores,
                amount=line.amount,
            )


def late_work(sheet: PaySheet, periods: Iterable[PayPeriod]) -> Iterator[LateWork]:
    """What is not yet paid of the closed periods' work: what it comes to now, less all that was paid for it.

    Work is counted by the period's own idle limit and zone, so that only work that came in later makes a difference.
    """
    for period in periods:
        places = places_of(sheet, period.pk)
        for person, member in sheet.members.items():
            sums = [line_sum(sheet, person, mine, rate) for rate, mine in worked_lines(sheet, places, person=person)]
            frozen = [line for line in sheet.paid if (line.period_id, line.annotator_id) == (period.pk, person)]
            paid = [
                made
                for made in sheet.adjustments
                if made.late_s is not None and (made.period_id, made.annotator_id) == (period.pk, person)
            ]
            seconds = sum(one[0] for one in sums) - sum(line.active_s for line in frozen)
            seconds -= sum(made.late_s or 0 for made in paid)
            amount = sum((one[2] for one in sums), Decimal(0)) - sum(line.amount for line in frozen)
            amount -= sum(made.amount for made in paid)
            if seconds or amount:
                yield LateWork(member, period, seconds, amount)
