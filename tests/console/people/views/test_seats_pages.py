import pytest
from django.urls import reverse

from annotator.models import Seat, Staffing
from moments.models import LedgerEntry
from tests.console.scenes import REFUSED, open_scene, refusals, sign_in_lead
from tests.factories import claim, make_member, make_query

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return open_scene(people=2)


@pytest.fixture
def member(campaign):
    """Somebody with three seats in the queue."""
    member = campaign.members.filter(role="annotator").select_related("campaign", "user").first()
    claim(member, 1)
    return member


def seats_address(member):
    return reverse("person-seats", args=["camp", member.pseudonym])


def test_a_lead_reassigns_from_the_persons_page(client, campaign, member):
    other = make_member(campaign)
    sign_in_lead(client, campaign)
    page = client.get(reverse("person", args=["camp", member.pseudonym])).content.decode()
    assert "query 1: 3, 1 on screen" in page
    assert f"<option>{other.pseudonym}</option>" in page
    body = {"do": "reassign", "to": other.pseudonym, "query": "1", "reason": "ill"}
    page = client.post(seats_address(member), body, follow=True).content.decode()
    assert f"3 seats went to {other.pseudonym}." in page
    assert Seat.objects.filter(annotator=other).count() == 3
    page = client.post(seats_address(member), body, follow=True).content.decode()
    assert "no longer has any waiting seats on this query" in page


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"do": "drop"}, "do: expected reassign or release"),
        ({"do": "release"}, "reason: give a reason"),
        ({"do": "reassign", "to": "nobody", "reason": "x"}, "to: expected the pseudonym"),
        ({"do": "release", "query": "999", "reason": "x"}, "query: expected the number"),
    ],
)
def test_bad_input_changes_nothing(client, campaign, member, body, problem):
    sign_in_lead(client, campaign)
    assert problem in client.post(seats_address(member), body, follow=True).content.decode()
    assert Seat.objects.filter(annotator=member).count() == 3


def test_others_are_refused(client, campaign, member):
    assert refusals(client, campaign, seats_address(member), "post") == REFUSED


@pytest.mark.parametrize("name", ["queries-priority", "campaign-pause", "targets"])
def test_outsiders_are_refused(client, campaign, name):
    assert refusals(client, campaign, reverse(name, args=["camp"]), "post") == REFUSED


def test_the_list_of_queries_is_for_leads(client, campaign):
    assert refusals(client, campaign, reverse("queries", args=["camp"])) == REFUSED


def test_queries_are_found_and_put_first(client, campaign):
    make_query(campaign, pairs=1, text="a red door opens")
    sign_in_lead(client, campaign)
    listed = reverse("queries", args=["camp"])
    assert "a red door opens" in client.get(listed, {"find": "red door"}).content.decode()
    assert "No query matches." in client.get(listed, {"find": "green"}).content.decode()
    assert "0 of 3" in client.get(listed, {"state": "open"}).content.decode()
    assert "a red door opens" not in client.get(listed, {"state": "open"}).content.decode()
    answer = client.post(
        reverse("queries-priority", args=["camp"]), {"query": ["1", "2"], "priority": "4"}, follow=True
    )
    assert "Priority set to 4: 2 of 2 changed." in answer.content.decode()
    answer = client.post(reverse("query-priority", args=["camp", 1]), {"priority": "0"}, follow=True)
    assert "Priority set to 0: 1 of 1 changed." in answer.content.decode()
    assert list(campaign.queries.order_by("query_id").values_list("priority", flat=True)) == [0, 4]


@pytest.mark.parametrize("body", [{"query": ["x"], "priority": "1"}, {"query": ["1"], "priority": "ten"}, {}])
def test_a_bad_priority_changes_nothing(client, campaign, body):
    sign_in_lead(client, campaign)
    page = client.post(reverse("queries-priority", args=["camp"]), body, follow=True).content.decode()
    assert "No changes were made" in page
    assert not campaign.queries.exclude(priority=0).exists()


def test_the_list_takes_the_same_queries_for_one_and_three(client, campaign, django_assert_num_queries):
    sign_in_lead(client, campaign)
    address = reverse("queries", args=["camp"])
    client.get(address)
    with django_assert_num_queries(5):
        client.get(address)
    make_query(campaign, pairs=1)
    make_query(campaign, pairs=1)
    with django_assert_num_queries(5):
        client.get(address)


def test_a_lead_pauses_with_a_reason_and_goes_on(client, campaign, member):
    pseudonym = sign_in_lead(client, campaign)
    address = reverse("campaign-pause", args=["camp"])
    assert "give a reason" in client.post(address, {"do": "pause"}, follow=True).content.decode()
    client.post(address, {"do": "pause", "reason": "new guideline"})
    campaign.refresh_from_db()
    assert campaign.status == "paused"
    entry = LedgerEntry.objects.get(kind="campaign_status")
    assert (entry.actor, entry.payload) == (pseudonym, '{"reason":"new guideline","status":"paused"}')
    again = client.post(address, {"do": "pause", "reason": "x"}, follow=True).content.decode()
    assert "No changes were made: the campaign is paused." in again
    assert "The campaign has resumed." in client.post(address, {"do": "resume"}, follow=True).content.decode()
    assert "expected pause or resume" in client.post(address, {"do": "stop"}, follow=True).content.decode()


def test_targets_are_set_by_leads_and_shown(client, campaign, member):
    sign_in_lead(client, campaign)
    address = reverse("targets", args=["camp"])
    client.post(address, {"finish_by": "2099-12-31", "day_target": "120"})
    stored = Staffing.objects.get()
    assert (str(stored.finish_by), stored.day_target) == ("2099-12-31", 120)
    assert "2099-12-31" in client.get(reverse("staffing", args=["camp"])).content.decode()
    page = client.get(reverse("campaign", args=["camp"])).content.decode()
    assert "1 score a day</strong> to finish by Thu, 31 Dec 2099" in page
    assert "1 person meeting the daily target" in page
    client.force_login(member.user)
    assert "of your daily target of 120" in client.get(reverse("day", args=["camp"])).content.decode()
    assert LedgerEntry.objects.filter(kind="targets_set").count() == 1


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"finish_by": "soon"}, "finish_by: expected a day such as"),
        ({"finish_by": "2001-01-01"}, "finish_by: expected today or a later day"),
        ({"day_target": "0"}, "day_target: expected 1 to 10000"),
        ({"day_target": "many"}, "day_target: expected a whole number"),
    ],
)
def test_bad_targets_change_nothing(client, campaign, body, problem):
    sign_in_lead(client, campaign)
    assert problem in client.post(reverse("targets", args=["camp"]), body, follow=True).content.decode()
    assert not Staffing.objects.exists()
