"""The timesheet of a range of days: lines, single days, adjustments, and what everybody is owed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from annotator.models import Membership, PayAdjustment, PayPeriod
from annotator.pay.money import NOTHING, shared_out
from annotator.pay.selectors.lines import (
    LateWork,
    Line,
    State,
    closed_lines,
    late_work,
    open_lines,
    places_of,
    worked_lines,
)
from annotator.pay.selectors.sheet import PaySheet
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class DayRow:
    """One person's work of one day, as it is known now; the days of a line add up to it."""

    member: Membership
    day: date
    state: State
    hourly_rate: Decimal
    active_s: int
    labels: int
    amount: Decimal


@dataclass(slots=True)
class Total:
    """What one person, or everybody, worked and is owed; seconds paid by adjustments count as closed."""

    member: Membership | None = None
    closed_s: int = 0
    late_s: int = 0
    open_s: int = 0
    labels: int = 0
    closed: Decimal = NOTHING
    late: Decimal = NOTHING
    open: Decimal = NOTHING
    adjusted: Decimal = NOTHING

    @property
    def active_s(self) -> int:
        """All seconds, paid or not."""
        return self.closed_s + self.late_s + self.open_s

    @property
    def amount(self) -> Decimal:
        """All money, paid or not."""
        return self.closed + self.late + self.open + self.adjusted


@dataclass(frozen=True, slots=True)
class Timesheet:
    """The range's lines, days, late work and adjustments, and the totals by person and over all.

    A closed period that lies partly in the range is in it as a whole, because its lines cannot be divided.
    `workers` are worker IDs by membership, `day_of` the days of adjustments by their key.
    """

    campaign: Campaign
    first: date
    last: date
    lines: list[Line]
    days: list[DayRow]
    late: list[LateWork]
    adjustments: list[PayAdjustment]
    totals: list[Total]
    total: Total
    workers: dict[int, str]
    day_of: dict[int, date]


def timesheet(sheet: PaySheet, first: date, last: date) -> Timesheet:
    """The part of the sheet from `first` to `last`, both included."""
    periods = [one for one in sheet.periods.values() if one.first_day <= last and first <= one.last_day]
    lines = sorted(
        [*closed_lines(sheet, periods), *open_lines(sheet, first, last)],
        key=lambda line: (line.member.user.username, line.first_day, line.hourly_rate),
    )
    late = list(late_work(sheet, periods))
    day_of = {made.pk: sheet.day_of(made.adjusted_at) for made in sheet.adjustments}
    adjustments = [made for made in sheet.adjustments if first <= day_of[made.pk] <= last]
    totals = {person: Total(member) for person, member in sheet.members.items()}
    for total in (overall := Total(), *totals.values()):
        _add_up(total, lines, late, adjustments)
    return Timesheet(
        campaign=sheet.campaign,
        first=first,
        last=last,
        lines=lines,
        days=list(_day_rows(sheet, periods, first, last)),
        late=late,
        adjustments=adjustments,
        totals=[total for total in totals.values() if total != Total(total.member)],
        total=overall,
        workers={person: member.user.username for person, member in sheet.members.items()},
        day_of=day_of,
    )


def whole_account(sheet: PaySheet) -> Timesheet:
    """Everything since the campaign's beginning."""
    return timesheet(sheet, date.min, date.max)


def _add_up(total: Total, lines: list[Line], late: list[LateWork], adjustments: list[PayAdjustment]) -> None:
    """Add what is the person's, or everything where the total is of nobody in particular."""
    person = total.member.pk if total.member else None
    for line in lines:
        if person in (None, line.member.pk):
            total.labels += line.labels
            if line.state == "closed":
                total.closed_s += line.active_s
                total.closed += line.amount
            else:
                total.open_s += line.active_s
                total.open += line.amount
    for one in late:
        if person in (None, one.member.pk):
            total.late_s += one.active_s
            total.late += one.amount
    for made in adjustments:
        if person in (None, made.annotator_id):
            total.closed_s += made.late_s or 0
            total.adjusted += made.amount


def _day_rows(sheet: PaySheet, periods: Iterable[PayPeriod], first: date, last: date) -> Iterator[DayRow]:
    rows: list[DayRow] = []
    open_places = places_of(sheet, None, first=first, last=last)
    closed_places = [places_of(sheet, period.pk) for period in periods]
    for person in sheet.members:
        rows += _days_of_line(sheet, person, open_places, "open")
        for places in closed_places:
            rows += [row for row in _days_of_line(sheet, person, places, "closed") if first <= row.day <= last]
    yield from sorted(rows, key=lambda row: (row.member.user.username, row.day))


def _days_of_line(sheet: PaySheet, person: int, places: list[int], state: State) -> Iterator[DayRow]:
    for rate, mine in worked_lines(sheet, places, person=person):
        tallies = [sheet.work[person][place] for place in mine]
        shares = shared_out([day.millis for day in tallies], rate)
        for place, day, (seconds, amount) in zip(mine, tallies, shares, strict=True):
            yield DayRow(sheet.members[person], sheet.days[place].day, state, rate, seconds, day.labels, amount)
