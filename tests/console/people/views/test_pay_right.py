"""An admin lets a lead settle pay on *People*, and takes it back; the lead's pages follow at once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from annotator.models import Membership, PayAdjustment, Rate
from annotator.people.services.rights import grant_pay
from moments.models import LedgerEntry
from tests.annotator.pay.scenes import paid_campaign
from tests.console.scenes import REFUSED, refusals, sign_in_admin
from tests.factories import make_lead

pytestmark = pytest.mark.django_db
PEOPLE, PAY = "/c/films/people/", "/c/films/pay/"


def pressed(client: Client, member: Membership, value: str) -> str:
    address = f"{PEOPLE}{member.pseudonym}/pay/"
    return client.post(address, {"settles_pay": value}, follow=True).content.decode()


def test_a_lead_settles_pay_from_the_grant_until_it_is_taken_back(client: Client) -> None:
    campaign, (worker,) = paid_campaign()
    lead = make_lead(campaign)
    theirs = Client()
    theirs.force_login(lead.user)
    assert theirs.get(PAY).status_code == 403
    assert "Give access to pay" not in theirs.get(PEOPLE).content.decode()

    sign_in_admin(client)
    assert client.get(PEOPLE).content.decode().count("Give access to pay") == 1
    body = pressed(client, lead, "1")
    assert f"{lead.pseudonym} can now see and settle pay." in body
    assert "Take back access to pay" in body
    assert f"{lead.pseudonym} could already see and settle pay." in pressed(client, lead, "1")

    assert worker.user.username in theirs.get(PAY).content.decode()
    assert theirs.get("/c/films/pay.csv").status_code == 200
    sent = {"hourly_rate": "16.50", "currency": "SGD", "from_day": str(timezone.now().date()), "reason": "more"}
    assert "is 16.50 SGD." in theirs.post(f"{PAY}rate/", sent, follow=True).content.decode()
    assert Rate.objects.latest("pk").actor == LedgerEntry.objects.latest("number").actor == lead.pseudonym
    extra = {"amount": "5.00", "reason": "a taxi"}
    for name, count in ((lead.user.username, 0), (worker.user.username, 1)):
        answer = theirs.post(f"{PAY}adjust/", {"worker": name, **extra}, follow=True).content.decode()
        assert ("nobody can adjust their own pay" in answer) == (count == 0)
        assert PayAdjustment.objects.count() == count
    assert "Give access to pay" not in theirs.get(PEOPLE).content.decode()
    assert theirs.post(f"{PEOPLE}{lead.pseudonym}/pay/", {"settles_pay": "1"}).status_code == 403

    assert f"{lead.pseudonym} can no longer see pay." in pressed(client, lead, "0")
    assert f"{lead.pseudonym} could not see pay before." in pressed(client, lead, "0")
    assert [theirs.get(address).status_code for address in (PAY, "/c/films/pay.csv")] == [403, 403]
    assert PAY not in theirs.get(PEOPLE).content.decode()


def test_what_cannot_be_is_refused_and_changes_nothing(client: Client) -> None:
    campaign, (worker,) = paid_campaign()
    lead = make_lead(campaign)
    sign_in_admin(client)
    assert "only leads can settle pay" in pressed(client, worker, "1")
    assert "settles_pay: expected 0 or 1" in pressed(client, lead, "2")
    assert client.post(f"{PEOPLE}nobody/pay/", {"settles_pay": "1"}).status_code == 404
    assert not Membership.objects.filter(settles_pay=True).exists()


def test_the_right_ends_at_the_campaign(client: Client) -> None:
    campaign, _ = paid_campaign()
    paid_campaign("other")
    lead = make_lead(campaign)
    grant_pay(member=lead, now=timezone.now(), actor="admin")
    client.force_login(lead.user)
    assert [client.get(f"/c/{slug}/pay/").status_code for slug in ("films", "other")] == [200, 404]
    assert refusals(client, campaign, f"{PEOPLE}{lead.pseudonym}/pay/", "post") == REFUSED
