"""What annotators see of their own work and pay; nothing in it depends on verdicts or on other people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from annotator.models import Membership
from annotator.pay.daybars import day_bars
from annotator.pay.money import NOTHING
from annotator.pay.selectors.lines import Line
from annotator.pay.selectors.periods import AdjustmentRow, adjustment_rows
from annotator.pay.selectors.sheet import PaySheet, pay_sheet
from annotator.pay.selectors.timesheet import Timesheet, whole_account
from annotator.worktime.hours import pace_seconds
from annotator.worktime.selectors import FEWEST_LABELS_OF_PACE, LABELS_OF_PACE
from moments.base.charts import Chart

DAYS_SHOWN = 14


@dataclass(slots=True)
class OwnDay:
    """A day of the person's: seconds at work, labels, and what they are worth."""

    day: date
    active_s: int = 0
    labels: int = 0
    amount: Decimal = NOTHING


@dataclass(frozen=True, slots=True)
class OwnWork:
    """The person's last days, oldest first, today last; their pace in seconds a label; their whole account."""

    days: list[OwnDay]
    bars: Chart
    recent_pace_s: float | None
    pace_s: float | None
    hourly_rate: Decimal
    rates: list[tuple[date, Decimal]]
    open_since: date
    account: Timesheet
    closed: list[Line]
    adjustments: list[AdjustmentRow]
    has_pay: bool

    @property
    def today(self) -> OwnDay:
        """The day that it is in the campaign's time zone."""
        return self.days[-1]


def own_work(member: Membership, *, now: datetime) -> OwnWork:
    """The person's work in the campaign as of `now`."""
    sheet = pay_sheet(member.campaign, now=now, member=member)
    account = whole_account(sheet)
    days = _last_days(sheet, account)
    steps = list(zip(sheet.rates.days, sheet.rates.rates, strict=True))
    return OwnWork(
        days=days,
        bars=day_bars([(f"{day.day.day}.", day.active_s) for day in days]),
        recent_pace_s=pace_seconds(sheet.pace[-LABELS_OF_PACE:], least=FEWEST_LABELS_OF_PACE),
        pace_s=pace_seconds(sheet.pace, least=FEWEST_LABELS_OF_PACE),
        hourly_rate=sheet.rates.on(sheet.today),
        rates=steps if len(steps) > 1 else [],
        open_since=sheet.open_since,
        account=account,
        closed=[line for line in reversed(account.lines) if line.state == "closed"],
        adjustments=adjustment_rows(account),
        has_pay=sheet.has_pay,
    )


def _last_days(sheet: PaySheet, account: Timesheet) -> list[OwnDay]:
    shown = {day: OwnDay(day) for day in (sheet.today - timedelta(days=back) for back in reversed(range(DAYS_SHOWN)))}
    for row in account.days:
        if row.day in shown:
            own = shown[row.day]
            own.active_s += row.active_s
            own.labels += row.labels
            own.amount += row.amount
    return list(shown.values())
