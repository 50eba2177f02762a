"""Leads are made by page, and labelled links come as one file."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from annotator.joining.services.joining import join_as_newcomer
from annotator.models import Invite, Membership, Role, User
from consensus.people.services.leaving import leave_study
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_admin, make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db
PEOPLE = "/c/films/people/"


def added(client: Client, worker_id: str) -> str:
    return client.post(f"{PEOPLE}lead/", {"worker_id": worker_id}, follow=True).content.decode()


def test_an_admin_makes_a_new_account_a_lead(client: Client) -> None:
    campaign = make_campaign()
    sign_in_admin(client)
    body = added(client, "ada")
    member = Membership.objects.get(user__username="ada")
    assert (member.role, member.campaign) == (Role.LEAD, campaign)
    assert f"ada leads this campaign now, as {member.pseudonym}. Create a password link" in body
    assert not member.user.has_usable_password()
    assert LedgerEntry.objects.latest("number").kind == "person_joined"
    assert client.post(f"{PEOPLE}{member.pseudonym}/reset/", {"once": "x"}).status_code == 200


def test_an_account_of_another_campaign_leads_too(client: Client) -> None:
    make_campaign()
    make_member(make_campaign("other"), user=make_user("bo"))
    sign_in_admin(client)
    assert "bo leads this campaign now" in added(client, "bo")
    assert User.objects.filter(username="bo").count() == 1


@pytest.mark.parametrize(
    ("worker_id", "problem"),
    [
        ("", "worker ID: use letters"),
        ("../x", "worker ID: use letters"),
        ("a" * 41, "worker ID: use at most 40 characters"),
        ("gone-1", "worker ID: use at most 40 characters, and do not begin with gone-"),
        ("cleo", "cleo is already an annotator here"),
        ("boss", "boss is an admin"),
        ("dan", "the account of dan is closed"),
    ],
)
def test_who_cannot_lead_is_refused_and_no_account_is_left(client: Client, worker_id: str, problem: str) -> None:
    make_member(make_campaign(), user=make_user("cleo"))
    make_admin("boss")
    User.objects.filter(pk=make_user("dan").pk).update(is_active=False)
    sign_in_admin(client)
    accounts = User.objects.count()
    assert f"Nobody was made a lead: {problem}" in added(client, worker_id).replace("&#x27;", "'")
    assert (User.objects.count(), Membership.objects.filter(role=Role.LEAD).count()) == (accounts, 0)


def test_leads_do_not_make_leads(client: Client) -> None:
    sign_in_lead(client, make_campaign())
    assert "Make a lead" not in client.get(PEOPLE).content.decode()
    assert client.post(f"{PEOPLE}lead/", {"worker_id": "ada"}).status_code == 403


def test_a_lead_gets_one_link_for_each_label_once(client: Client) -> None:
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    sent = {"labels": "Tuesday group, seat 4\r\n\r\n=1+1\nמושב 5\n", "days": "7", "once": "abc"}
    answer = client.post(f"{PEOPLE}invite-list/", sent)
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["label"] for row in rows] == ["Tuesday group, seat 4", "'=1+1", "מושב 5"]
    assert answer["Content-Disposition"] == 'attachment; filename="films-links.csv"'
    assert set(Invite.objects.values_list("uses_allowed", flat=True)) == {1}
    assert Client().get(rows[0]["link"].removeprefix("http://testserver")).status_code == 200
    assert "Tuesday group" not in Client().get(rows[0]["link"].removeprefix("http://testserver")).content.decode()
    labelled = Invite.objects.get(note="Tuesday group, seat 4")
    member = join_as_newcomer(invite=labelled, worker_id="eve", secret="!", consent_version=None, now=NOW)
    assert member.private_label == "Tuesday group, seat 4"
    for address in (PEOPLE, f"{PEOPLE}?find=seat+4", f"{PEOPLE}{member.pseudonym}/"):
        assert "Tuesday group, seat 4" in client.get(address).content.decode(), address
    assert member.pseudonym not in client.get(f"{PEOPLE}?find=seat+5").content.decode()
    theirs = Client()
    theirs.force_login(member.user)
    assert "Tuesday group" not in theirs.get("/c/films/start/", follow=True).content.decode()
    assert "Tuesday group" not in theirs.get("/api/v1/me/").content.decode()
    leave_study(user=member.user, now=NOW)
    member.refresh_from_db()
    labelled.refresh_from_db()
    assert (member.private_label, labelled.note) == ("", "")
    assert not any("Tuesday group" in payload for payload in campaign.ledger.values_list("payload", flat=True))
    assert "were in one file" in client.post(f"{PEOPLE}invite-list/", sent, follow=True).content.decode()
    assert Invite.objects.count() == 3


@pytest.mark.parametrize(
    ("labels", "days", "problem"),
    [
        ("", "7", "notes: expected 1 to 200 lines, got 0"),
        ("\n".join(map(str, range(201))), "7", "got 201"),
        ("a\n" + "x" * 200, "7", "notes: line 2: expected 1 to 80 printable characters"),
        ("a\nb\na", "7", "notes: line 3: this label appears twice"),
        ("a", "366", "days: expected 1 to 365"),
        ("a", "soon", "days: expected a whole number"),
    ],
)
def test_a_list_that_cannot_be_makes_no_link(client: Client, labels: str, days: str, problem: str) -> None:
    sign_in_lead(client, make_campaign())
    answer = client.post(f"{PEOPLE}invite-list/", {"labels": labels, "days": days})
    assert (answer.status_code, Invite.objects.count()) == (400, 0)
    assert problem in answer.content.decode()


@pytest.mark.parametrize("part", ["lead/", "invite-list/"])
def test_outsiders_are_refused(client: Client, part: str) -> None:
    assert refusals(client, make_campaign(), PEOPLE + part, "post") == REFUSED
