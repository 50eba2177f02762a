"""What the pay page shows beside the timesheet: closed periods with their late work, and the rates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from annotator.models import PayPeriod, Rate
from annotator.pay.money import NOTHING
from annotator.pay.selectors.lines import LateWork
from annotator.pay.selectors.sheet import PaySheet
from annotator.pay.selectors.timesheet import Timesheet


@dataclass(frozen=True, slots=True)
class PeriodCard:
    """A closed period: its people, seconds and amount as frozen, and what came in later."""

    period: PayPeriod
    people: int
    active_s: int
    amount: Decimal
    late: list[LateWork]

    @property
    def late_amount(self) -> Decimal:
        """What is not yet paid."""
        return sum((late.amount for late in self.late), NOTHING)


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """An adjustment with its day and its worker's ID."""

    day: date
    worker: str
    reason: str
    amount: Decimal
    period: PayPeriod | None


def adjustment_rows(account: Timesheet) -> list[AdjustmentRow]:
    """The adjustments, newest first."""
    return [
        AdjustmentRow(
            account.day_of[made.pk], account.workers[made.annotator_id], made.reason, made.amount, made.period
        )
        for made in reversed(account.adjustments)
    ]


def period_cards(sheet: PaySheet, account: Timesheet) -> list[PeriodCard]:
    """The closed periods, newest first."""
    cards = []
    for period in reversed(sheet.periods.values()):
        lines = [line for line in sheet.paid if line.period_id == period.pk]
        cards.append(
            PeriodCard(
                period=period,
                people=len({line.annotator_id for line in lines}),
                active_s=sum(line.active_s for line in lines),
                amount=sum((line.amount for line in lines), NOTHING),
                late=[late for late in account.late if late.period.pk == period.pk],
            )
        )
    return cards


def rate_rows(sheet: PaySheet) -> list[Rate]:
    """Every rate that was set, newest first."""
    return list(sheet.campaign.rates.order_by("-from_day", "-set_at", "-pk"))
