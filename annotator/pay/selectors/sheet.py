"""The pay sheet: everybody's active time by day, the rates that held, and what was paid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from annotator.models import Membership, PayAdjustment, PayLine, PayPeriod, Role, User
from annotator.pay.selectors.rates import RateBook, rate_book
from annotator.worktime.hours import PayDay, Tally, tally
from annotator.worktime.paydays import ONE_DAY, Closed, local_day, pay_days, place_of
from annotator.worktime.selectors import first_worked_at, worked_by
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class PaySheet:
    """All that pay is made of: who, which days, whose work on which, and what was paid.

    `work` holds tallies by person and place in `days`; `pace` what each label took, for one person's sheet.
    """

    campaign: Campaign
    today: date
    members: dict[int, Membership]
    days: list[PayDay]
    work: dict[int, dict[int, Tally]]
    rates: RateBook
    periods: dict[int, PayPeriod]
    paid: list[PayLine]
    adjustments: list[PayAdjustment]
    pace: list[int]

    @property
    def has_pay(self) -> bool:
        """Whether a rate above zero was ever set or anything was paid; until then pages do not speak of money."""
        return bool(any(self.rates.rates) or self.paid or self.adjustments)

    @property
    def open_since(self) -> date:
        """The first day after all closed periods, or that of the first work if nothing is closed."""
        closed = [period.last_day for period in self.periods.values()]
        return max(closed) + ONE_DAY if closed else self.days[0].day

    def day_of(self, moment: datetime) -> date:
        """The day with which the moment is paid."""
        return self.days[place_of(moment, self.days)].day


def pay_sheet(
    campaign: Campaign, *, now: datetime, member: Membership | None = None, reader: User | None = None
) -> PaySheet:
    """The campaign's sheet as of `now`, or `member`'s own part of it; in a fixed number of SQL queries.

    People are named for the `reader` as `name_for` says, where one is given.
    """
    everybody = campaign.members.select_related("user").order_by("user__username")
    members = {one.pk: one for one in ([member] if member else everybody)}
    for one in members.values() if reader else ():
        one.user.username = name_for(reader, one)  # of the rows in memory only
    periods = {period.pk: period for period in campaign.pay_periods.order_by("starts_at")}
    adjustments = list(
        PayAdjustment.objects.filter(annotator__in=list(members)).select_related("period").order_by("adjusted_at", "pk")
    )
    begun = [campaign.created_at, first_worked_at(list(members)), *[made.adjusted_at for made in adjustments[:1]]]
    days = pay_days(
        map(closed_of, periods.values()),
        zone=campaign.zone,
        idle_s=campaign.idle_s,
        since=min(at for at in begun if at is not None),
        until=now,
    )
    pace: list[int] = []
    kept = pace if member else None
    return PaySheet(
        campaign=campaign,
        today=local_day(now, campaign.zone),
        members=members,
        days=days,
        work={person: tally(events, days, pace=kept) for person, events in worked_by(list(members))},
        rates=rate_book(campaign),
        periods=periods,
        paid=list(PayLine.objects.filter(annotator__in=list(members)).order_by("annotator", "period", "hourly_rate")),
        adjustments=adjustments,
        pace=pace,
    )


def name_for(reader: User | None, member: Membership) -> str:
    """The worker ID; a lead who reads it sees other leads, whose accounts are not theirs to know, by pseudonym."""
    hides = reader is not None and not reader.is_admin and member.role == Role.LEAD and member.user_id != reader.pk
    return f"lead {member.pseudonym}" if hides else member.user.username


def closed_of(period: PayPeriod) -> Closed:
    """The period as the days of pay are made of it."""
    return Closed(
        key=period.pk,
        first_day=period.first_day,
        last_day=period.last_day,
        starts_at=period.starts_at,
        ends_at=period.ends_at,
        zone=ZoneInfo(period.time_zone),
        idle_s=period.idle_s,
    )
