import pytest
from django.test import Client
from django.urls import reverse

from moments.models import Campaign
from tests.console.scenes import REFUSED, refusals, sign_in_admin
from tests.factories import make_campaign, make_lead, make_query, opened_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/"


def steps_of(client: Client) -> dict[str, str]:
    """The steps of the road with their states."""
    return {step.name: step.state for step in client.get(PAGE).context["road"]}


def test_an_empty_campaign_begins_with_the_upload(client):
    make_campaign()
    sign_in_admin(client)
    states = steps_of(client)
    people = {
        "Scale": "optional",
        "Guideline": "optional",
        "Protocol": "optional",
        "Exam": "optional",
        "People": "optional",
    }
    assert states == {
        "Upload": "next",
        "Import": "later",
        "Rewrite": "optional",
        "Sample": "later",
        "Rank": "later",
        "Cut": "later",
    } | people | {"Open": "later"}
    assert "manage.py import_moments films FILE" in client.get(PAGE).content.decode()


def test_a_campaign_with_clips_waits_to_be_opened_and_needs_no_rewriting(client):
    make_query(make_campaign(), pairs=2)
    sign_in_admin(client)
    assert steps_of(client) == {
        "Upload": "optional",
        "Import": "done",
        "Rewrite": "optional",
        "Sample": "done",
        "Rank": "done",
        "Cut": "done",
        "Scale": "optional",
        "Guideline": "optional",
        "Protocol": "optional",
        "Exam": "optional",
        "People": "optional",
        "Open": "next",
    }
    assert client.get(PAGE).context["corpus"].queries == {"validation": 1, "test": 0, "exam": 0}


def test_every_step_has_a_page_and_its_command_is_folded_away(client):
    make_campaign()
    sign_in_admin(client)
    assert [step.page for step in client.get(PAGE).context["road"]] == [
        *("Video files", "Imports", "Rewriting", "Queries", "Candidates", "Clips"),
        *("Scale", "Guideline", "Protocol", "Exam", "People", "Opening"),
    ]
    body = client.get(PAGE).content.decode()
    assert body.count("<summary>As a command</summary>") == 9
    for step in client.get(PAGE).context["road"]:
        assert client.get(reverse(step.route, args=["films"])).status_code == 200


def test_an_archive_has_no_road(client):
    Campaign.objects.filter(pk=make_campaign().pk).update(status="archive")
    sign_in_admin(client)
    page = client.get(PAGE)
    assert page.context["road"] == []
    assert "Its scores were imported" in page.content.decode()


def test_nobody_but_admins_sees_it(client):
    campaign, _ = opened_campaign(pairs=1)
    assert refusals(client, campaign, PAGE) == REFUSED


def test_leads_go_on_from_it_to_every_page(client):
    client.force_login(make_lead(make_campaign()).user)
    body = client.get(PAGE).content.decode()
    for page in ("setup", "imports", "queries", "opening"):
        assert f"/corpus/{page}/" in body


def test_its_queries_do_not_grow_with_the_campaign(client, django_assert_num_queries):
    campaign = make_campaign()
    make_query(campaign, pairs=1)
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_num_queries(19):
        client.get(PAGE)
    for _ in range(2):
        make_query(campaign, pairs=2)
    with django_assert_num_queries(19):
        client.get(PAGE)
