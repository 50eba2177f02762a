import pytest
from django.urls import reverse

from annotator.models import Problem
from consensus.models import Verdict
from tests.console.scenes import REFUSED, open_scene, page_of_query, parked_pair, refusals, sign_in_admin, sign_in_lead

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return open_scene()


@pytest.fixture
def pair(campaign):
    """A pair parked by a report."""
    return parked_pair(campaign)


def withdraw(pair):
    return reverse("withdraw-pair", args=["camp", pair.number])


def put_back(pair):
    return reverse("put-back-pair", args=["camp", pair.number])


def test_a_lead_withdraws_for_a_reason(client, campaign, pair):
    pseudonym = sign_in_lead(client, campaign)
    response = client.post(withdraw(pair), {"reason": "not for people"}, follow=True)
    verdict = Verdict.objects.get(pair=pair)
    assert (verdict.kind, verdict.actor, verdict.reason) == ("withdrawn", pseudonym, "not for people")
    assert f"Pair {pair.number} is withdrawn." in response.content.decode()
    assert response.redirect_chain[0][0] == page_of_query(campaign)


def test_withdrawing_needs_a_reason(client, campaign, pair):
    sign_in_lead(client, campaign)
    response = client.post(withdraw(pair), {"reason": "  "}, follow=True)
    assert "give a reason" in response.content.decode()
    assert not Verdict.objects.exists()


def test_withdrawing_twice_says_so(client, campaign, pair):
    sign_in_admin(client)
    client.post(withdraw(pair), {"reason": "a"})
    response = client.post(withdraw(pair), {"reason": "b"}, follow=True)
    assert "is already decided" in response.content.decode()
    assert Verdict.objects.get(pair=pair).reason == "a"


def test_a_lead_puts_a_pair_back(client, campaign, pair):
    sign_in_lead(client, campaign)
    client.post(put_back(pair), {"reason": ""})
    pair.refresh_from_db()
    assert not pair.parked
    assert not Problem.objects.filter(resolved_at=None).exists()


def test_putting_back_what_is_not_parked_says_so(client, campaign, pair):
    sign_in_lead(client, campaign)
    client.post(put_back(pair))
    assert "is not on hold" in client.post(put_back(pair), follow=True).content.decode()


def reopen(pair):
    return reverse("reopen-pair", args=["camp", pair.number])


def test_a_lead_reopens_a_decided_pair_for_a_reason(client, campaign, pair):
    sign_in_lead(client, campaign)
    client.post(withdraw(pair), {"reason": "not for people"})
    panel = reverse("pair", args=["camp", pair.number])
    assert f"{panel}#reopen" in client.get(page_of_query(campaign)).content.decode()
    assert f'action="{reopen(pair)}"' in client.get(panel).content.decode()
    response = client.post(reopen(pair), {"reason": "it is for people"}, follow=True)
    page = response.content.decode()
    assert f"Pair {pair.number} is open again. 0 scores are superseded." in page
    assert "it is for people" in page
    assert f"{panel}#reopen" not in page
    assert f'action="{reopen(pair)}"' not in client.get(panel).content.decode()
    pair.refresh_from_db()
    assert (pair.attempt, pair.parked) == (2, False)


def test_reopening_needs_a_reason_and_a_verdict(client, campaign, pair):
    sign_in_lead(client, campaign)
    assert "give a reason" in client.post(reopen(pair), {"reason": " "}, follow=True).content.decode()
    assert "is not decided" in client.post(reopen(pair), {"reason": "why not"}, follow=True).content.decode()
    pair.refresh_from_db()
    assert pair.attempt == 1


def test_a_lead_hears_that_nobody_is_left_to_score_a_reopened_pair(client, campaign, pair):
    sign_in_lead(client, campaign)
    members = list(campaign.members.filter(role="annotator"))
    client.post(withdraw(pair), {"reason": "x"})
    for member in members:
        member.standing = "suspended"
        member.save()
    response = client.post(reopen(pair), {"reason": "y"}, follow=True)
    assert f"All qualified annotators have already seen pair {pair.number}" in response.content.decode()


def test_a_reason_that_is_too_long_changes_nothing(client, campaign, pair):
    sign_in_lead(client, campaign)
    assert client.post(withdraw(pair), {"reason": "x" * 1001}).status_code == 400
    assert not Verdict.objects.exists()


def test_a_pair_that_does_not_exist_is_not_found(client, campaign, pair):
    sign_in_lead(client, campaign)
    assert client.post(reverse("withdraw-pair", args=["camp", 999]), {"reason": "x"}).status_code == 404


@pytest.mark.parametrize("address", [withdraw, put_back, reopen])
def test_outsiders_are_refused(client, campaign, pair, address):
    assert refusals(client, campaign, address(pair), "post") == REFUSED
    pair.refresh_from_db()
    assert pair.parked


@pytest.mark.parametrize("address", [withdraw, put_back, reopen])
def test_they_take_a_post(client, campaign, pair, address):
    sign_in_lead(client, campaign)
    assert client.get(address(pair)).status_code == 405
