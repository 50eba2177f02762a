"""Django's administration: who gets in, and what each action does."""

import pytest
from django.test import Client

from annotator.models import Membership, User
from moments.models import Campaign, LedgerEntry
from tests.factories import (
    make_admin,
    make_campaign,
    make_lead,
    make_member,
    make_user,
    opened_campaign,
    score_all,
    settle,
)

pytestmark = pytest.mark.django_db
MEMBERS = "/admin/annotator/membership/"
CAMPAIGNS = "/admin/moments/campaign/"
LISTS = [
    *[f"/admin/moments/{name}/" for name in ("campaign", "protocolversion", "query", "moment", "clip", "pair")],
    "/admin/moments/ledgerentry/",
    *[f"/admin/annotator/{name}/" for name in ("user", "membership")],
    *[f"/admin/consensus/{name}/" for name in ("verdict", "batchreview")],
]
READ_ONLY = [address for address in LISTS if address.split("/")[3] not in ("campaign", "user", "membership")]


def act(client, address, action, *rows):
    return client.post(address, {"action": action, "_selected_action": [row.pk for row in rows]}, follow=True)


@pytest.mark.parametrize("address", LISTS)
def test_every_list_opens_and_can_be_searched(client, address):
    campaign, members = opened_campaign(pairs=20)
    score_all(members)
    settle(campaign)
    client.force_login(make_admin())
    assert client.get(address).status_code == 200
    assert client.get(address, {"q": "1"} if "protocolversion" not in address else {}).status_code == 200


@pytest.mark.parametrize("address", READ_ONLY)
def test_decisions_and_corpus_are_not_added_by_hand(client, address):
    client.force_login(make_admin())
    assert client.get(f"{address}add/").status_code == 403


def test_a_ledger_entry_is_shown_and_neither_changed_nor_deleted(client):
    entry = make_campaign().ledger.first()
    client.force_login(make_admin())
    address = f"/admin/moments/ledgerentry/{entry.pk}/"
    assert client.get(f"{address}change/").status_code == 200
    assert client.post(f"{address}change/", {"kind": "x"}).status_code == 403
    assert client.post(f"{address}delete/", {"post": "yes"}).status_code == 403


def test_leads_and_annotators_do_not_get_in(client):
    campaign = make_campaign()
    for member in (make_lead(campaign), make_member(campaign)):
        client.force_login(member.user)
        assert client.get("/admin/", follow=False).status_code == 302
        assert client.get(CAMPAIGNS).url.startswith("/admin/login/")


def test_a_campaign_is_paused_and_resumed_and_the_ledger_knows(client):
    campaign, _ = opened_campaign(pairs=20)
    client.force_login(make_admin())
    act(client, CAMPAIGNS, "pause", campaign)
    assert Campaign.objects.get().status == "paused"
    act(client, CAMPAIGNS, "resume", campaign)
    assert Campaign.objects.get().status == "open"
    assert LedgerEntry.objects.filter(kind="campaign_status", actor="admin").count() == 2


def test_a_draft_is_not_paused(client):
    client.force_login(make_admin())
    response = act(client, CAMPAIGNS, "pause", make_campaign())
    assert Campaign.objects.get().status == "draft"
    assert "not open" in response.content.decode()


def test_settings_are_changed_and_the_ledger_knows(client):
    campaign = make_campaign()
    client.force_login(make_admin())
    sent = {"title": "New", "follow_suggestions": "on", "clip_height": 480, "clip_fps": 3.0, "idle_s": 120}
    sent |= {"renditions": "gif", "early_press": "hint", "time_zone": "UTC"}
    assert client.post(f"{CAMPAIGNS}{campaign.pk}/change/", sent).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.title, campaign.follow_suggestions) == ("New", True)
    entry = LedgerEntry.objects.get(kind="campaign_changed")
    assert entry.payload == '{"follow_suggestions":"True","title":"New"}'


def test_rate_and_currency_are_not_set_here_but_on_the_pay_sheet(client):
    campaign = make_campaign()
    client.force_login(make_admin())
    sent = {"title": "New", "clip_height": 480, "clip_fps": 3.0, "idle_s": 120, "hourly_rate": "17.50"}
    sent |= {"renditions": "gif", "early_press": "hint", "time_zone": "UTC", "currency": "EUR"}
    assert client.post(f"{CAMPAIGNS}{campaign.pk}/change/", sent).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.title, campaign.hourly_rate, campaign.currency) == ("New", 0, "SGD")


def test_an_account_is_made_with_a_password_that_works(client):
    client.force_login(make_admin())
    sent = {"username": "w-new", "password1": "a long pass phrase", "password2": "a long pass phrase"}
    assert client.post("/admin/annotator/user/add/", sent).status_code == 302
    assert User.objects.get(username="w-new").check_password("a long pass phrase")


def test_an_account_that_was_closed_and_opened_again_is_signed_out(client):
    user = make_member(make_campaign()).user
    person = Client()
    person.force_login(user)
    client.force_login(make_admin())
    address = f"/admin/annotator/user/{user.pk}/change/"
    for sent in ({}, {"is_active": "on"}):
        assert client.post(address, sent).status_code == 302
        assert person.get("/api/v1/me/").status_code == 401
    user.refresh_from_db()
    assert (user.is_active, user.session_epoch) == (True, 1)


def test_a_person_is_made_admin_and_nobody_unmakes_themselves(client):
    boss, other = make_admin("boss"), make_user("other")
    client.force_login(boss)
    act(client, "/admin/annotator/user/", "make_admin", other)
    other.refresh_from_db()
    assert other.is_admin
    act(client, "/admin/annotator/user/", "unmake_admin", boss, other)
    assert list(User.objects.filter(is_superuser=True)) == [boss]


def test_a_member_joins_through_the_service(client):
    campaign, user = make_campaign(), make_user()
    client.force_login(make_admin())
    sent = {"user": user.pk, "campaign": campaign.pk, "role": "lead"}
    assert client.post(f"{MEMBERS}add/", sent).status_code == 302
    member = Membership.objects.get(user=user)
    assert (member.role, len(member.pseudonym)) == ("lead", 5)
    assert LedgerEntry.objects.filter(kind="person_joined", actor="admin").count() == 1


def test_nobody_joins_twice(client):
    member = make_member(make_campaign())
    client.force_login(make_admin())
    sent = {"user": member.user_id, "campaign": member.campaign_id, "role": "lead"}
    assert client.post(f"{MEMBERS}add/", sent).status_code == 200
    assert Membership.objects.count() == 1


def test_people_are_qualified_and_suspended_through_the_service(client):
    member = make_member(make_campaign(), standing="training")
    client.force_login(make_admin())
    for action, standing in (("qualify", "qualified"), ("suspend", "suspended")):
        act(client, MEMBERS, action, member)
        member.refresh_from_db()
        assert member.standing == standing
    assert LedgerEntry.objects.filter(kind="person_standing", actor="admin").count() == 2


def test_an_admin_is_not_added_as_an_annotator(client):
    campaign = make_campaign()
    admin = make_admin()
    client.force_login(admin)
    body = {"user": admin.pk, "campaign": campaign.pk, "role": "annotator"}
    assert "cannot score pairs" in client.post(f"{MEMBERS}add/", body).content.decode()
    assert not Membership.objects.filter(user=admin).exists()


def test_an_annotator_is_not_made_admin(client):
    member = make_member(make_campaign())
    client.force_login(make_admin())
    answer = act(client, "/admin/annotator/user/", "make_admin", member.user)
    assert "cannot score pairs" in answer.content.decode()
    assert not User.objects.get(pk=member.user_id).is_superuser
