"""Closing periods: frozen lines, and nothing left out whatever changes later."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from annotator.models import PayLine, PayPeriod, WorkKind
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.pay.services.closing import close_period
from annotator.pay.services.rates import set_rate
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.annotator.pay.scenes import MARCH, NOW, beside, close, minutes, money, paid_campaign, work_an_hour, worked

pytestmark = pytest.mark.django_db


def frozen() -> list[tuple]:
    return list(
        PayLine.objects.order_by("annotator", "period", "hourly_rate").values_list(
            "annotator", "hourly_rate", "active_s", "amount", "scores"
        )
    )


def account(campaign: Campaign, now: datetime = NOW):
    return whole_account(pay_sheet(Campaign.objects.get(pk=campaign.pk), now=now))


def test_a_period_freezes_a_line_a_person_and_the_rest_stays_open() -> None:
    campaign, (one, two, idle) = paid_campaign(people=3)
    work_an_hour(one, 2)
    work_an_hour(one, 8)
    work_an_hour(two, 3)
    period = close(campaign, 2, 7)
    assert frozen() == [
        (one.pk, money("14.00"), 3600, money("14.00"), 61),
        (two.pk, money("14.00"), 3600, money("14.00"), 61),
    ]
    assert (period.idle_s, period.time_zone, period.currency) == (120, "UTC", "SGD")
    total = account(campaign).total
    assert (total.closed, total.open, total.late, total.amount) == tuple(
        map(money, ("28.00", "14.00", "0.00", "42.00"))
    )
    assert idle.pk not in [row.member.pk for row in account(campaign).totals]


def test_everything_is_counted_tutorial_problems_hidden_checks_and_voided_work() -> None:
    campaign, (one,) = paid_campaign()
    start = MARCH
    for place, kind in enumerate(WorkKind.values):
        beside(one, kind, start + timedelta(minutes=place))
    worked(one, *[start + timedelta(minutes=4 + place) for place in range(2)], purpose="gold")
    worked(one, *[start + timedelta(minutes=6 + place) for place in range(2)], purpose="exam", current=False)
    one.seats.update(superseded=True)
    close(campaign, 1, 1)
    assert frozen() == [(one.pk, money("14.00"), 7 * 60, money("1.63"), 2)]


def test_a_period_with_two_rates_has_a_line_for_each() -> None:
    campaign, (one,) = paid_campaign()
    work_an_hour(one, 2)
    work_an_hour(one, 5)
    set_rate(
        campaign=campaign, hourly_rate=money("20.00"), from_day=date(2026, 3, 5), reason="more", now=NOW, actor="admin"
    )
    close(campaign, 1, 10)
    assert frozen() == [
        (one.pk, money("14.00"), 3600, money("14.00"), 61),
        (one.pk, money("20.00"), 3600, money("20.00"), 61),
    ]
    assert not account(campaign).late


def test_the_ledger_holds_totals_and_a_digest_and_nobodys_pay() -> None:
    campaign, (one,) = paid_campaign()
    work_an_hour(one, 2)
    close(campaign, 1, 3)
    recorded = json.loads(LedgerEntry.objects.get(kind="pay_closed").payload)
    digest = recorded.pop("lines_sha256")
    assert len(digest) == 64
    assert recorded == {
        "first_day": "2026-03-01",
        "last_day": "2026-03-03",
        "time_zone": "UTC",
        "idle_s": 120,
        "currency": "SGD",
        "lines": 1,
        "active_s": 3600,
        "amount": "14.00",
    }


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        ("2026-03-05", "2026-03-04", "last_day: 4 Mar 2026 is before first_day 5 Mar 2026"),
        ("2026-03-01", "2026-03-20", "last_day: 20 Mar 2026 is not over yet; in UTC it is 20 Mar 2026"),
        ("2026-03-01", "2027-01-01", "last_day: 1 Jan 2027 is not over yet"),
        ("0001-01-01", "2026-03-02", "first_day: 1 Jan 1 is before 1 Jan 2000"),
        ("2026-03-07", "2026-03-08", "first_day: 6 Mar 2026 to 10 Mar 2026 are already closed"),
        ("2026-03-01", "2026-03-06", "last_day: 6 Mar 2026 to 10 Mar 2026 are already closed"),
        ("2026-03-01", "2026-03-15", "last_day: 6 Mar 2026 to 10 Mar 2026 are already closed"),
        ("2026-03-10", "2026-03-15", "first_day: 6 Mar 2026 to 10 Mar 2026 are already closed"),
    ],
)
def test_days_that_cannot_be_closed_are_refused_and_nothing_is_written(first: str, last: str, message: str) -> None:
    campaign, (one,) = paid_campaign()
    work_an_hour(one, 7)
    close(campaign, 6, 10)
    before = (PayPeriod.objects.count(), PayLine.objects.count(), LedgerEntry.objects.count())
    with pytest.raises(BadInput) as error:
        close_period(
            campaign=campaign,
            first_day=date.fromisoformat(first),
            last_day=date.fromisoformat(last),
            now=NOW,
            actor="admin",
        )
    assert message in str(error.value)
    assert (PayPeriod.objects.count(), PayLine.objects.count(), LedgerEntry.objects.count()) == before


def test_the_day_is_over_when_it_is_over_in_the_campaigns_zone() -> None:
    campaign, _ = paid_campaign(zone="Asia/Singapore")
    late_in_utc = datetime(2026, 3, 10, 16, 30, tzinfo=UTC)
    with pytest.raises(BadInput, match="not over yet"):
        close(campaign, 1, 10, now=late_in_utc - timedelta(hours=1))
    assert close(campaign, 1, 10, now=late_in_utc).ends_at == datetime(2026, 3, 10, 16, tzinfo=UTC)


def test_work_that_comes_in_later_is_late_and_no_frozen_line_moves() -> None:
    campaign, (one, two) = paid_campaign(people=2)
    work_an_hour(one, 2)
    close(campaign, 1, 3)
    before = frozen()
    work_an_hour(one, 3, saved_at=NOW)
    work_an_hour(two, 2, saved_at=NOW)
    found = account(campaign)
    assert frozen() == before
    assert [(late.member, late.active_s, late.amount) for late in found.late] == [
        (one, 3600, money("14.00")),
        (two, 3600, money("14.00")),
    ]
    assert (found.total.closed, found.total.late, found.total.open) == tuple(map(money, ("14.00", "28.00", "0.00")))


@pytest.mark.parametrize("change", [{"idle_s": 3}, {"idle_s": 9999}, {"time_zone": "Asia/Singapore"}])
def test_later_changes_of_the_campaign_move_neither_lines_nor_late_work(change: dict) -> None:
    campaign, (one,) = paid_campaign()
    for day in (2, 3, 4):
        work_an_hour(one, day)
    worked(one, *minutes(datetime(2026, 3, 3, 23, 30, tzinfo=UTC), 60))
    close(campaign, 2, 3)
    before, total = frozen(), account(campaign).total
    Campaign.objects.filter(pk=campaign.pk).update(**change)
    after = account(campaign)
    assert frozen() == before
    assert after.late == []
    assert after.total.closed == total.closed
    if "time_zone" in change:
        assert after.total == total


@pytest.mark.parametrize("zones", [("Asia/Singapore", "UTC"), ("UTC", "Asia/Singapore"), ("UTC", "America/New_York")])
def test_a_change_of_zone_between_periods_pays_every_moment_once(zones: tuple[str, str]) -> None:
    campaign, (one,) = paid_campaign(zone=zones[0])
    start = datetime(2026, 3, 3, 0, tzinfo=UTC)
    worked(one, *minutes(start, 3 * 24 * 60))  # three days without a pause
    close(campaign, 1, 4)
    Campaign.objects.filter(pk=campaign.pk).update(time_zone=zones[1])
    assert account(campaign).total.active_s == 3 * 24 * 3600
    close(Campaign.objects.get(), 5, 10)
    assert sum(line[2] for line in frozen()) == 3 * 24 * 3600
    found = account(campaign)
    assert (found.late, found.total.open_s) == ([], 0)


def test_the_first_rate_is_written_down_with_the_first_period() -> None:
    campaign, (one,) = paid_campaign()
    work_an_hour(one, 2)
    close(campaign, 1, 3)
    Campaign.objects.filter(pk=campaign.pk).update(hourly_rate=99)
    assert account(campaign).late == []


def test_an_empty_period_may_be_closed_and_what_comes_later_is_late() -> None:
    campaign, (one,) = paid_campaign()
    assert close(campaign, 1, 3).lines.count() == 0
    work_an_hour(one, 2, saved_at=NOW)
    assert account(campaign).total.late == money("14.00")


@pytest.mark.django_db(transaction=True)
def test_the_database_itself_refuses_overlaps_and_changes() -> None:
    campaign, (one,) = paid_campaign()
    work_an_hour(one, 2)
    period = close(campaign, 1, 3)
    fields = {
        name: getattr(period, name) for name in ("campaign", "currency", "idle_s", "time_zone", "closed_at", "actor")
    }
    attempts = [
        lambda: PayLine.objects.update(amount=1),
        lambda: PayLine.objects.all().delete(),
        lambda: PayPeriod.objects.update(idle_s=1),
        lambda: PayPeriod.objects.create(
            first_day=date(2026, 3, 3),
            last_day=date(2026, 3, 4),
            starts_at=period.ends_at,
            ends_at=NOW,
            **fields,
        ),
        lambda: PayPeriod.objects.create(
            first_day=date(2026, 3, 4),
            last_day=date(2026, 3, 5),
            starts_at=period.ends_at - timedelta(hours=1),
            ends_at=NOW,
            **fields,
        ),
    ]
    for attempt in attempts:
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()


def test_amounts_are_decimal_to_the_cent() -> None:
    campaign, (one,) = paid_campaign(rate="13.37")
    worked(one, MARCH, MARCH + timedelta(seconds=100))
    (line,) = account(campaign).lines
    assert line.amount == Decimal("0.37")
    assert isinstance(line.amount, Decimal)
