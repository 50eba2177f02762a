"""Rates from a day on."""

import json
from datetime import date, timedelta
from decimal import Decimal

import pytest

from annotator.models import Rate
from annotator.pay.selectors.rates import rate_book, rate_today
from annotator.pay.services.adjusting import adjust_pay
from annotator.pay.services.rates import mirror_rate, set_rate
from consensus.sweep.services import settle_campaigns
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from tests.annotator.pay.scenes import NOW, close, money, paid_campaign

pytestmark = pytest.mark.django_db


def set_to(campaign, rate: str, day: int, *, month: int = 3, **fields) -> Rate:
    sent = {"reason": "the council decided", "now": NOW, "actor": "admin", **fields}
    return set_rate(campaign=campaign, hourly_rate=Decimal(rate), from_day=date(2026, month, day), **sent)


def refusal(campaign, rate: str = "15.00", day: int = 10, **fields) -> str:
    before = (Rate.objects.count(), LedgerEntry.objects.count())
    with pytest.raises(BadInput) as error:
        set_to(campaign, rate, day, **fields)
    assert (Rate.objects.count(), LedgerEntry.objects.count()) == before
    return str(error.value)


def test_a_campaign_without_a_history_has_its_rate_from_the_beginning() -> None:
    campaign, _ = paid_campaign()
    assert rate_book(campaign).on(date(2001, 1, 1)) == rate_book(campaign).on(date(2040, 1, 1)) == money("14.00")


def test_a_rate_holds_from_its_day_on_and_the_old_one_before() -> None:
    campaign, _ = paid_campaign()
    set_to(campaign, "15.50", 10)
    book = rate_book(campaign)
    assert [book.on(date(2026, 3, day)) for day in (1, 9, 10, 31)] == [
        *[money("14.00")] * 2,
        *[money("15.50")] * 2,
    ]
    assert book.on(date(2001, 1, 1)) == money("14.00")


def test_the_newer_of_a_days_rates_holds() -> None:
    campaign, _ = paid_campaign()
    set_to(campaign, "15.00", 10)
    set_to(campaign, "16.00", 10, now=NOW + timedelta(seconds=1))
    assert rate_book(campaign).on(date(2026, 3, 10)) == money("16.00")


def test_the_campaigns_own_rate_mirrors_today() -> None:
    campaign, _ = paid_campaign()
    set_to(campaign, "15.00", 10)
    set_to(campaign, "18.00", 25)
    campaign.refresh_from_db()
    assert campaign.hourly_rate == money("15.00")
    later = NOW + timedelta(days=5)
    assert (mirror_rate(campaign=campaign, now=later), mirror_rate(campaign=campaign, now=later)) == (True, False)
    campaign.refresh_from_db()
    assert campaign.hourly_rate == rate_today(campaign, later) == money("18.00")


def test_a_rate_is_in_the_ledger() -> None:
    campaign, _ = paid_campaign()
    set_to(campaign, "15.00", 10)
    entry = LedgerEntry.objects.get(kind="rate_set")
    assert json.loads(entry.payload) == {
        "hourly_rate": "15.00",
        "currency": "SGD",
        "from_day": "2026-03-10",
        "reason": "the council decided",
    }


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rate": "-1.00"}, "hourly_rate: expected 0 to 999999.99, got -1.00"),
        ({"rate": "NaN"}, "hourly_rate: expected 0 to"),
        ({"rate": "Infinity"}, "hourly_rate: expected 0 to"),
        ({"rate": "1000000.00"}, "hourly_rate: expected 0 to"),
        ({"rate": "14.005"}, "hourly_rate: expected at most two decimals"),
        ({"rate": "14.00"}, "hourly_rate: 14.00 already applies on 10 Mar 2026"),
        ({"reason": ""}, "reason: give a reason"),
        ({"day": 30, "month": 6, "now": NOW - timedelta(days=400)}, "from_day: 30 Jun 2026 is more than a year ahead"),
        ({"currency": "ZZZ"}, "currency: expected a code of ISO 4217 such as SGD, got 'ZZZ'"),
        ({"currency": ""}, "currency: choose one"),
    ],
)
def test_bad_input_is_refused_by_the_fields_name_and_changes_nothing(fields, message: str) -> None:
    campaign, _ = paid_campaign()
    assert message in refusal(campaign, **fields)


def test_no_rate_is_set_for_closed_days_or_before_them() -> None:
    campaign, _ = paid_campaign()
    close(campaign, 5, 12)
    for day in (1, 5, 12):
        assert "from_day: " in refusal(campaign, day=day)
    assert set_to(campaign, "15.00", 13).hourly_rate == money("15.00")


def test_the_currency_changes_until_something_is_paid_in_it() -> None:
    campaign, (one,) = paid_campaign()
    set_to(campaign, "9.00", 1, currency="EUR")
    campaign.refresh_from_db()
    assert campaign.currency == "EUR"
    adjust_pay(member=one, amount=money("1.00"), reason="a taxi", now=NOW, actor="admin")
    assert "currency: it stays EUR" in refusal(campaign, currency="USD")


def test_a_sweep_sees_to_the_mirror_when_a_rate_that_was_set_ahead_begins() -> None:
    campaign, _ = paid_campaign()
    Campaign.objects.filter(pk=campaign.pk).update(status="open")
    set_to(campaign, "18.00", 25)
    settle_campaigns(now=NOW)
    assert Campaign.objects.get().hourly_rate == money("14.00")
    settle_campaigns(now=NOW + timedelta(days=5))
    assert Campaign.objects.get().hourly_rate == money("18.00")
