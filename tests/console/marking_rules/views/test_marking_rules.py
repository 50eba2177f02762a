"""The rules of marking as leads see them and admins change them."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from moments.campaign.selectors import newest_protocol
from moments.campaign.services import set_protocol
from moments.marking_protocol import MarkingProtocol
from moments.models import LedgerEntry, MarkingParameters
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign
from tests.marking import asked, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/marking-rules/"
USUAL = {
    "gap_ms": "1000",
    "shortest_ms": "200",
    "min_iou": "0.5",
    "edge_tolerance_ms": "2000",
    "sure_iou": "0.9",
    "extent": "mean_of_all",
    "grace_s": "60",
    "lease_s": "3600",
}


def test_it_shows_the_parameters_and_the_versions(client: Client) -> None:
    campaign, (author, *_) = marking_campaign()
    asked(author)
    set_protocol(
        campaign=campaign,
        protocol=newest_protocol(campaign).protocol,
        marking=MarkingProtocol(extent="mean"),
        now=NOW,
        actor="test",
    )
    sign_in_lead(client, campaign)
    page = client.get(PAGE)
    assert {field.key: value for field, value in page.context["fields"]} == USUAL | {"extent": "mean"}
    assert [(version.version, begun) for version, begun, _ in page.context["versions"]] == [(2, 0), (1, 1)]


def test_an_admin_makes_the_next_version(client: Client) -> None:
    campaign, (author, *_) = marking_campaign()
    asked(author)
    sign_in_admin(client)
    changed = USUAL | {"edge_tolerance_ms": "3000", "min_iou": "0.55", "extent": "mean", "grace_s": "30", "seen": "1"}
    assert client.post(PAGE, changed).url == PAGE
    newest = newest_protocol(campaign)
    assert newest.marking.protocol == MarkingProtocol(edge_tolerance_ms=3000, min_iou=0.55, extent="mean")
    assert (newest.version, newest.protocol.grace_s, newest.protocol.batch_size) == (2, 30, 20)
    entry = LedgerEntry.objects.filter(campaign=campaign).latest("number")
    assert (entry.kind, json.loads(entry.payload)["edge_tolerance_ms"]) == ("protocol_set", 3000)
    assert campaign.batches.get().protocol.version == 1
    client.post(PAGE, changed | {"seen": "2"})
    assert MarkingParameters.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("gap_ms", "x", "gap_ms: expected a whole number"),
        ("gap_ms", "1.5", "gap_ms: expected a whole number"),
        ("gap_ms", "-1", "gap_ms: expected 0 to 60000, got -1"),
        ("min_iou", "nan", "min_iou: expected a number"),
        ("min_iou", "2", "min_iou: expected 0 to 1, got 2"),
        ("sure_iou", "0.4", "sure_iou: expected 0.5 to 1, got 0.4"),
        ("extent", "widest", "extent: expected outer or mean"),
        ("lease_s", "1", "lease_s: expected 60"),
        ("seen", "x", "seen: expected a whole number"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(client: Client, field: str, value: str, problem: str) -> None:
    marking_campaign()
    sign_in_admin(client)
    answer = client.post(PAGE, USUAL | {"seen": "1", field: value})
    assert (answer.status_code, MarkingParameters.objects.count()) == (400, 1)
    assert problem in answer.content.decode()


def test_a_form_that_is_out_of_date_changes_nothing(client: Client) -> None:
    marking_campaign()
    sign_in_admin(client)
    assert client.post(PAGE, USUAL | {"seen": "1", "gap_ms": "500"}).status_code == 302
    answer = client.post(PAGE, USUAL | {"seen": "1", "gap_ms": "700"})
    assert (answer.status_code, MarkingParameters.objects.count()) == (400, 2)
    assert "version 2 was made since you opened the page" in answer.content.decode()


def test_leads_change_the_rules(client: Client) -> None:
    campaign, _ = marking_campaign()
    sign_in_lead(client, campaign)
    assert client.post(PAGE, USUAL | {"seen": "1", "extent": "mean"}).url == PAGE
    assert newest_protocol(campaign).version == 2


def test_outsiders_are_refused(client: Client) -> None:
    campaign, _ = marking_campaign()
    assert refusals(client, campaign, PAGE) == REFUSED


def test_a_campaign_that_grades_has_none(client: Client) -> None:
    campaign = make_campaign("camp")
    sign_in_lead(client, campaign)
    assert client.get("/c/camp/marking-rules/").status_code == 404
