"""A timesheet's hours as a table of people by days, where the days fit on a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from annotator.models import Membership
from annotator.pay.selectors.timesheet import Timesheet
from annotator.worktime.paydays import ONE_DAY

MOST_DAYS = 31


@dataclass(frozen=True, slots=True)
class PersonDays:
    """One person's seconds on each of the matrix's days, None on days without work, and their sum."""

    member: Membership
    seconds: list[int | None]

    @property
    def total_s(self) -> int:
        """All seconds of the row."""
        return sum(seconds or 0 for seconds in self.seconds)


@dataclass(frozen=True, slots=True)
class DayMatrix:
    """The days, a row a person, and the sum of each day."""

    days: list[date]
    rows: list[PersonDays]
    sums: list[int]

    @property
    def total_s(self) -> int:
        """All seconds of all days."""
        return sum(self.sums)


def day_matrix(sheet: Timesheet) -> DayMatrix | None:
    """The matrix from the first to the last day with work in the sheet; None where that is over 31 days, or nothing."""
    worked = [row.day for row in sheet.days]
    if not worked or (max(worked) - min(worked)).days >= MOST_DAYS:
        return None
    days = [min(worked) + place * ONE_DAY for place in range((max(worked) - min(worked)).days + 1)]
    people = {row.member.pk: row.member for row in sheet.days}
    spent: dict[tuple[int, date], int] = {}
    for row in sheet.days:
        spent[row.member.pk, row.day] = spent.get((row.member.pk, row.day), 0) + row.active_s
    rows = [PersonDays(member, [spent.get((pk, day)) for day in days]) for pk, member in people.items()]
    return DayMatrix(days, rows, [sum(spent.get((pk, day), 0) for pk in people) for day in days])
