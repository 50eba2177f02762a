"""What admins do on the pay sheet; bad input is refused by the field's name and changes nothing."""

from datetime import date, timedelta

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from annotator.models import PayAdjustment, PayPeriod, Rate
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import whole_account
from annotator.people.services.rights import grant_pay
from moments.base.dates import readable_day
from moments.models import Campaign, LedgerEntry
from tests.annotator.pay.scenes import money, paid_campaign
from tests.console.pay.views.test_pay import PAY, close, today, work
from tests.factories import make_admin, make_lead

pytestmark = pytest.mark.django_db


def yesterday() -> date:
    return today() - timedelta(days=1)


def message_after(client, name: str, **sent) -> str:
    answer = client.post(f"{PAY}{name}/", sent)
    assert (answer.status_code, answer.url) == (302, PAY)
    return str(list(get_messages(answer.wsgi_request))[-1])


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Rate, PayPeriod, PayAdjustment, LedgerEntry))


def test_a_rate_is_set(client):
    paid_campaign()
    client.force_login(make_admin())
    assert message_after(client, "rate", hourly_rate="16.50", currency="SGD", from_day=str(today()), reason="more") == (
        f"The hourly rate from {readable_day(today())} is 16.50 SGD."
    )
    assert Campaign.objects.get().hourly_rate == money("16.50")


def test_a_period_is_closed(client):
    campaign, (one,) = paid_campaign()
    work(one, 3)
    client.force_login(make_admin())
    days = {"first_day": str(today() - timedelta(days=5)), "last_day": str(yesterday())}
    assert message_after(client, "close", **days) == (
        f"{readable_day(today() - timedelta(days=5))} to {readable_day(yesterday())} is closed."
        " Its lines no longer change."
    )
    assert "are already closed" in message_after(client, "close", **days)
    assert PayPeriod.objects.count() == 1


def test_pay_is_adjusted(client):
    campaign, (one,) = paid_campaign()
    work(one, 3)
    period = close(campaign, 4, 2)
    client.force_login(make_admin())
    sent = {"worker": one.user.username, "amount": "-2.50", "reason": "a <taxi>", "period": period.pk}
    assert message_after(client, "adjust", **sent) == f"{one.user.username}: -2.50 SGD."
    made = PayAdjustment.objects.get()
    assert (made.amount, made.period, made.reason, made.actor) == (money("-2.50"), period, "a <taxi>", "admin")


def test_late_work_is_paid_and_a_second_press_pays_nothing(client):
    campaign, (one,) = paid_campaign()
    period = close(campaign, 4, 2)
    work(one, 3, saved_at=timezone.now())
    client.force_login(make_admin())
    sent = {"period": period.pk, "amount": "14.00", "reason": "offline"}
    assert message_after(client, "late", **sent).endswith("adjustments for 1 person.")
    assert "is left to pay" in message_after(client, "late", **sent)
    assert whole_account(pay_sheet(campaign, now=timezone.now())).total.amount == money("14.00")
    assert PayAdjustment.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "sent", "problem"),
    [
        ("rate", {}, "hourly_rate: expected a number"),
        ("rate", {"hourly_rate": "NaN", "from_day": "2026-03-01", "reason": "x"}, "hourly_rate: expected a number"),
        ("rate", {"hourly_rate": "-1", "from_day": "2026-03-01", "reason": "x"}, "hourly_rate: expected 0 to"),
        (
            "rate",
            {"hourly_rate": "15", "from_day": "2026-02-30", "reason": "x"},
            "from_day: 2026-02-30 is not a day of",
        ),
        ("rate", {"hourly_rate": "15", "from_day": "2999-01-01", "reason": "x"}, "from_day: 1 Jan 2999 is more than"),
        ("rate", {"hourly_rate": "15", "from_day": "2026-03-01", "reason": " "}, "reason: give a reason"),
        ("close", {}, "first_day: enter a day"),
        ("close", {"first_day": "2026-03-02", "last_day": "2026-03-01"}, "last_day: 1 Mar 2026 is before first_day"),
        ("close", {"first_day": "2026-03-02", "last_day": "2999-03-01"}, "last_day: 1 Mar 2999 is not over yet"),
        ("close", {"first_day": "2026-03-00", "last_day": "2026-03-01"}, "first_day: 2026-03-00 is not a day of"),
        ("adjust", {"worker": "me"}, "amount: expected a number"),
        ("adjust", {"worker": "me", "amount": "0.00", "reason": "x"}, "amount: expected -1000000.00 to"),
        ("adjust", {"worker": "me", "amount": "1e9", "reason": "x"}, "amount: expected a number"),
        ("adjust", {"worker": "me", "amount": "9999999", "reason": "x"}, "amount: expected at most 1000000.00"),
        ("adjust", {"worker": "me", "amount": "1.00"}, "reason: give a reason"),
        ("adjust", {"worker": "me", "amount": "1.00", "reason": "x" * 1001}, "reason: expected at most 1000"),
        ("adjust", {"amount": "1.00", "reason": "x"}, "worker: enter a worker ID"),
        ("adjust", {"worker": "x\0", "amount": "1.00", "reason": "x"}, "worker: not in this campaign:"),
        (
            "adjust",
            {"worker": "me", "amount": "1", "reason": "x", "period": "9" * 30},
            "period: there is no such closed period",
        ),
        (
            "adjust",
            {"worker": "me", "amount": "1", "reason": "x", "period": "1 OR 1"},
            "period: there is no such closed period",
        ),
        ("late", {"period": "77", "amount": "1", "reason": "x"}, "period: there is no such closed period"),
        ("late", {}, "period: there is no such closed period"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(client, name, sent, problem):
    campaign, (one,) = paid_campaign()
    client.force_login(make_admin())
    if sent.get("worker") == "me":
        sent = sent | {"worker": one.user.username}
    before = written()
    assert problem in message_after(client, name, **sent)
    assert written() == before


def test_another_campaigns_worker_and_period_are_unknown(client):
    paid_campaign()
    other, (elsewhere,) = paid_campaign("other")
    period = close(other, 4, 2)
    client.force_login(make_admin())
    sent = {"amount": "1.00", "reason": "x"}
    assert "worker: not in" in message_after(client, "adjust", worker=elsewhere.user.username, **sent)
    assert "period: there is no such" in message_after(client, "late", period=period.pk, **sent)


@pytest.mark.parametrize("name", ["rate", "close", "adjust", "late"])
def test_others_are_refused(client, name):
    campaign, (one,) = paid_campaign()
    _, (elsewhere,) = paid_campaign("other")
    assert client.post(f"{PAY}{name}/").url.startswith("/sign-in/")
    for member, status in ((one, 403), (make_lead(campaign), 403), (elsewhere, 404)):
        client.force_login(member.user)
        assert client.post(f"{PAY}{name}/").status_code == status
    client.force_login(make_admin())
    assert client.get(f"{PAY}{name}/").status_code == 405


def test_a_lead_who_settles_pay_knows_other_leads_by_pseudonym(client):
    campaign, _ = paid_campaign(people=1)
    payer, other = make_lead(campaign), make_lead(campaign)
    grant_pay(member=payer, now=timezone.now(), actor="admin")
    client.force_login(payer.user)
    name = f"lead {other.pseudonym}"
    sent = {"amount": "5.00", "reason": "a taxi", "period": ""}
    assert "not in this campaign" in message_after(client, "adjust", worker=other.user.username, **sent)
    client.get(PAY)  # shows that message, with the name as it was typed
    assert message_after(client, "adjust", worker=name, **sent) == f"{name}: +5.00 SGD."
    page = client.get(PAY).content.decode() + client.get("/c/films/pay.csv", {"by": "line"}).content.decode()
    assert (other.user.username in page, page.count(name) > 2, payer.user.username in page) == (False, True, True)
    client.force_login(make_admin())
    assert other.user.username in client.get(PAY).content.decode()
