"""The protocol of a grading campaign: every field with its meaning, and versions side by side."""

from __future__ import annotations

import pytest
from django.test import Client

from consensus.opening.services import open_campaign
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, ProtocolVersion
from moments.protocol import Protocol
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_query
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/protocol/"
USUAL = {
    "tolerance": "1",
    "batch_size": "20",
    "batches": "2",
    "window": "5",
    "threshold": "2",
    "statistic": "mean",
    "grace_s": "60",
    "lease_s": "3600",
}


def test_every_parameter_is_there_with_its_published_value(client: Client) -> None:
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    page = client.get(PAGE)
    assert {field.key: value for field, value in page.context["fields"]} == USUAL == page.context["defaults"]
    assert set(USUAL) == set(Protocol().as_dict())
    assert page.content.decode().count("Default and published:") == 8


def test_an_admin_makes_the_next_version_and_open_batches_keep_theirs(client: Client) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=3)
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    sign_in_admin(client)
    changed = USUAL | {"tolerance": "0", "threshold": "2.5", "statistic": "min", "seen": "1"}
    assert client.post(PAGE, changed).url == PAGE
    assert newest_protocol(campaign).protocol == Protocol(tolerance=0, threshold=2.5, statistic="min")
    page = client.get(PAGE)
    compared = {field.key: cells for field, cells in page.context["compared"]}
    assert compared["tolerance"] == [("0", True), ("1", False)]
    assert compared["window"] == [("5", False), ("5", False)]
    assert [(one.version, begun) for one, begun, _ in page.context["versions"]] == [(2, 0), (1, 1)]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("tolerance", "5", "tolerance: expected 0 to 4, got 5"),
        ("window", "21", "window: expected 1 to 20, got 21"),
        ("threshold", "inf", "threshold: expected a number"),
        ("batches", "3", "batches: expected 1 to 2, got 3"),
        ("statistic", "mode", "statistic: expected mean or min"),
        ("seen", "", "seen: expected a whole number"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(client: Client, field: str, value: str, problem: str) -> None:
    make_campaign()
    sign_in_admin(client)
    answer = client.post(PAGE, USUAL | {"seen": "1", field: value})
    assert (answer.status_code, ProtocolVersion.objects.count()) == (400, 1)
    assert problem in answer.content.decode()


def test_a_form_that_is_out_of_date_changes_nothing(client: Client) -> None:
    make_campaign()
    sign_in_admin(client)
    assert client.post(PAGE, USUAL | {"seen": "1", "window": "4"}).status_code == 302
    answer = client.post(PAGE, USUAL | {"seen": "1", "window": "3"})
    assert (answer.status_code, ProtocolVersion.objects.count()) == (400, 2)
    assert "version 2 was made since you opened the page" in answer.content.decode()


def test_an_archive_keeps_its_protocol(client: Client) -> None:
    make_campaign()
    Campaign.objects.update(status="archive")
    sign_in_admin(client)
    assert client.post(PAGE, USUAL | {"seen": "1", "window": "4"}).status_code == 400
    assert ProtocolVersion.objects.count() == 1


def test_leads_change_it_and_outsiders_do_not_see_it(client: Client) -> None:
    campaign = make_campaign()
    assert refusals(client, campaign, PAGE) == REFUSED
    sign_in_lead(client, campaign)
    assert client.post(PAGE, USUAL | {"seen": "1"}).url == PAGE


def test_a_campaign_that_marks_has_another_page(client: Client) -> None:
    marking_campaign()
    sign_in_admin(client)
    assert client.get("/c/long/protocol/").status_code == 404


@pytest.mark.parametrize("versions", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client: Client, versions: int, django_assert_num_queries) -> None:
    make_campaign()
    sign_in_admin(client)
    for seen in range(1, versions):
        client.post(PAGE, USUAL | {"seen": str(seen), "window": str(seen)})
    client.get(PAGE)
    with django_assert_num_queries(6):
        client.get(PAGE)
