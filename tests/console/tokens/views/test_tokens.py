"""The pages of API tokens: one's own, everybody's for admins, members' for leads."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from annotator.models import ApiToken
from annotator.people.services.tokens import make_token
from tests.factories import make_admin, make_campaign, make_lead, make_member

pytestmark = pytest.mark.django_db
SENT = {"label": "my script", "scope": "read", "days": "30", "once": "mark"}


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def token_of(user) -> ApiToken:
    return make_token(user=user, label=f"of {user.username}", scope="full", days=9, now=timezone.now()).row


@pytest.fixture
def member():
    return make_member(make_campaign())


def test_a_token_is_shown_once_however_often_the_answer_is_reloaded(member):
    client = client_of(member.user)

    answer = client.post("/tokens/make/", SENT)
    secret = re.search(r'class="link-given">([\w-]{43})<', answer.content.decode())[1]
    again = client.post("/tokens/make/", SENT, follow=True).content.decode()

    assert ApiToken.objects.count() == 1
    assert secret not in again
    assert "was already created" in again
    assert "my script" in again


def test_bad_input_says_what_is_wrong_and_keeps_what_was_typed(member):
    answer = client_of(member.user).post("/tokens/make/", {**SENT, "days": "9999"})

    assert answer.status_code == 400
    assert "Token not created. Days: choose one from the list." in answer.content.decode()
    assert 'value="my script"' in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_others_tokens_are_neither_seen_nor_revoked(member):
    other = token_of(make_member(member.campaign).user)

    assert "of person" not in client_of(member.user).get("/tokens/").content.decode()
    assert client_of(member.user).post(f"/tokens/{other.pk}/revoke/").status_code == 404
    assert ApiToken.objects.filter(revoked_at=None).count() == 1


@pytest.mark.parametrize("tokens", [1, 3])
def test_an_admin_sees_everybodys_in_as_many_queries_for_three_as_for_one(tokens, member, django_assert_num_queries):
    for _ in range(tokens):
        token_of(make_member(member.campaign).user)
    client = client_of(make_admin())

    with django_assert_num_queries(5):
        answer = client.get("/tokens/")
    assert answer.content.decode().count("Revoke</button>") == tokens


@pytest.mark.parametrize("tokens", [1, 3])
def test_a_lead_sees_the_members_by_pseudonym_in_as_many_queries(tokens, member, django_assert_num_queries):
    owners = [make_member(member.campaign) for _ in range(tokens)]
    for owner in owners:
        token_of(owner.user)
    token_of(make_admin())
    client = client_of(make_lead(member.campaign).user)

    with django_assert_num_queries(6):
        page = client.get(f"/c/{member.campaign.slug}/tokens/").content.decode()
    assert page.count("Revoke</button>") == tokens
    assert all(owner.pseudonym in page for owner in owners)


def test_a_lead_revokes_only_what_opens_their_campaigns_alone(member):
    lead, token = make_lead(member.campaign), token_of(member.user)
    address = f"/c/{member.campaign.slug}/tokens/{token.pk}/revoke/"
    make_member(make_campaign("elsewhere"), user=member.user)

    assert "Only an admin can revoke it" in client_of(lead.user).post(address, follow=True).content.decode()
    assert ApiToken.objects.filter(revoked_at=None).exists()
    member.user.memberships.exclude(pk=member.pk).delete()
    client_of(lead.user).post(address)
    assert not ApiToken.objects.filter(revoked_at=None).exists()
