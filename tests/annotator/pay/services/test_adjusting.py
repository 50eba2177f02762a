"""Adjustments, and paying work that came in late."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest

from annotator.models import PayAdjustment
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.pay.services.adjusting import adjust_pay, pay_late_work
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.annotator.pay.scenes import MARCH, NOW, close, minutes, money, paid_campaign, work_an_hour, worked

pytestmark = pytest.mark.django_db


def adjust(member, amount: str, **fields) -> PayAdjustment:
    sent = {"reason": "a broken line", "now": NOW, "actor": "admin", **fields}
    return adjust_pay(member=member, amount=Decimal(amount), **sent)


@pytest.mark.parametrize("amount", ["12.50", "-3.00", "1000000.00"])
def test_an_adjustment_adds_or_takes(amount: str) -> None:
    campaign, (one,) = paid_campaign()
    adjust(one, amount)
    total = whole_account(pay_sheet(campaign, now=NOW)).total
    assert (total.adjusted, total.amount) == (money(amount), money(amount))
    recorded = json.loads(LedgerEntry.objects.get(kind="pay_adjusted").payload)
    assert (recorded["person"], recorded["amount"], recorded["reason"]) == (one.pseudonym, amount, "a broken line")


@pytest.mark.parametrize(
    ("amount", "reason", "message"),
    [
        ("0.00", "x", "amount: expected -1000000.00 to 1000000.00"),
        ("NaN", "x", "amount: expected -1000000.00 to"),
        ("-Infinity", "x", "amount: expected -1000000.00 to"),
        ("1000000.01", "x", "amount: expected -1000000.00 to"),
        ("1.005", "x", "amount: expected at most two decimals"),
        ("1.00", "", "reason: give a reason"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(amount: str, reason: str, message: str) -> None:
    _, (one,) = paid_campaign()
    with pytest.raises(BadInput) as error:
        adjust(one, amount, reason=reason)
    assert message in str(error.value)
    assert PayAdjustment.objects.count() == LedgerEntry.objects.filter(kind="pay_adjusted").count() == 0


def test_a_period_of_another_campaign_is_refused() -> None:
    campaign, _ = paid_campaign()
    _, (elsewhere,) = paid_campaign("other")
    with pytest.raises(BadInput, match="period: expected a period of this campaign"):
        adjust(elsewhere, "1.00", period=close(campaign, 1, 2))


def late_scene():
    campaign, (one, two) = paid_campaign(people=2)
    work_an_hour(one, 2)
    period = close(campaign, 1, 3)
    work_an_hour(one, 3, saved_at=NOW)
    worked(two, *minutes(MARCH, 30), saved_at=NOW)
    return campaign, one, two, period


def test_late_work_becomes_an_adjustment_for_each_person_and_nothing_is_left() -> None:
    campaign, one, two, period = late_scene()
    before = whole_account(pay_sheet(campaign, now=NOW)).total
    made = pay_late_work(period=period, reason="offline", now=NOW, actor="admin", expected=money("21.00"))
    assert [(each.annotator, each.amount, each.late_s, each.period) for each in made] == [
        (one, money("14.00"), 3600, period),
        (two, money("7.00"), 1800, period),
    ]
    after = whole_account(pay_sheet(campaign, now=NOW)).total
    assert (after.late, after.late_s, after.adjusted) == (money("0.00"), 0, money("21.00"))
    assert (after.amount, after.active_s) == (before.amount, before.active_s)
    with pytest.raises(BadInput, match="nothing is left to pay for 1 Mar 2026 to 3 Mar 2026"):
        pay_late_work(period=period, reason="again", now=NOW, actor="admin")


def test_more_late_work_makes_a_further_difference() -> None:
    campaign, one, _, period = late_scene()
    pay_late_work(period=period, reason="offline", now=NOW, actor="admin")
    work_an_hour(one, 1, hour=15, saved_at=NOW)
    (late,) = whole_account(pay_sheet(campaign, now=NOW)).late
    assert (late.member, late.active_s, late.amount) == (one, 3600, money("14.00"))


def test_another_adjustment_of_the_period_pays_no_late_work() -> None:
    campaign, one, _, period = late_scene()
    adjust(one, "100.00", period=period)
    assert whole_account(pay_sheet(campaign, now=NOW)).total.late == money("21.00")


def test_a_sum_that_is_no_longer_true_is_refused() -> None:
    _, one, _, period = late_scene()
    work_an_hour(one, 1, hour=15, saved_at=NOW)
    with pytest.raises(BadInput, match=r"amount: 35.00 is now left to pay, not 21.00"):
        pay_late_work(period=period, reason="offline", now=NOW, actor="admin", expected=money("21.00"))
    assert PayAdjustment.objects.count() == 0


def test_an_adjustment_is_paid_with_its_own_day() -> None:
    from datetime import date

    from annotator.pay.selectors.timesheet import timesheet

    campaign, (one,) = paid_campaign()
    adjust(one, "5.00")
    sheet = pay_sheet(campaign, now=NOW + timedelta(days=2))
    assert timesheet(sheet, date(2026, 3, 20), date(2026, 3, 20)).total.adjusted == money("5.00")
    assert timesheet(sheet, date(2026, 3, 21), date(2026, 3, 22)).total.adjusted == money("0.00")
