"""The rules of twins as leads see them and change them before the campaign opens."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from annotator.people.services.people import issue_token
from consensus.opening.services import open_campaign
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import set_protocol
from moments.models import LedgerEntry, TwinParameters
from moments.protocol import Protocol
from moments.twin_protocol import TwinProtocol
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_lead
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/arrow/twin-rules/"
USUAL = {
    "checkers": "2",
    "cannot_tell": "yes",
    "most_returns": "2",
    "lookalike_share": "0",
    "lookalikes": "5",
    "min_words": "3",
    "max_words": "60",
    "nearest_texts": "0.9",
    "latin_share": "0.9",
    "grace_s": "60",
    "lease_s": "3600",
}


def test_it_shows_the_parameters_and_the_versions(client: Client) -> None:
    campaign, _ = twin_campaign(opened=False)
    set_protocol(campaign=campaign, protocol=Protocol(), twin=TwinProtocol(cannot_tell=False), now=NOW, actor="test")
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    sign_in_lead(client, campaign)
    page = client.get(PAGE)
    shown = {field.key: value for field, value in page.context["fields"]}
    assert shown == USUAL | {"cannot_tell": "no", "lookalike_share": "0.1"}
    assert [(version.version, begun) for version, begun, _ in page.context["versions"]] == [(2, 3), (1, 0)]


def test_a_lead_makes_the_next_version_before_the_campaign_opens(client: Client) -> None:
    campaign, _ = twin_campaign(opened=False)
    sign_in_lead(client, campaign)
    changed = USUAL | {"checkers": "1", "cannot_tell": "no", "nearest_texts": "0.8", "grace_s": "30", "seen": "1"}
    assert client.post(PAGE, changed).url == PAGE
    newest = newest_protocol(campaign)
    wanted = TwinProtocol(checkers=1, cannot_tell=False, lookalike_share=0.0, nearest_texts=0.8)
    assert (newest.version, newest.twin.protocol, newest.protocol.grace_s) == (2, wanted, 30)
    entry = LedgerEntry.objects.filter(campaign=campaign).latest("number")
    assert (entry.kind, json.loads(entry.payload)["cannot_tell"]) == ("protocol_set", False)
    client.post(PAGE, changed | {"seen": "2"})
    assert TwinParameters.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("checkers", "3", "checkers: expected 1 to 2, got 3"),
        ("checkers", "x", "checkers: expected a whole number"),
        ("cannot_tell", "maybe", "cannot_tell: expected yes or no"),
        ("lookalike_share", "nan", "lookalike_share: expected a number"),
        ("nearest_texts", "1.5", "nearest_texts: expected 0 to 1, got 1.5"),
        ("max_words", "2", "max_words: expected 3 to 150, got 2"),
        ("lease_s", "1", "lease_s: expected 60"),
        ("latin_share", "\x00", "latin_share: expected a number"),
        ("seen", "0\x00", "seen: expected a whole number"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(client: Client, field: str, value: str, problem: str) -> None:
    twin_campaign(opened=False)
    sign_in_admin(client)
    answer = client.post(PAGE, USUAL | {"seen": "1", field: value})
    assert (answer.status_code, TwinParameters.objects.count()) == (400, 1)
    assert problem in answer.content.decode()


def test_once_the_campaign_has_opened_only_the_lease_changes(client: Client) -> None:
    campaign, _ = twin_campaign()
    sign_in_lead(client, campaign)
    assert "Its rules stay the same for all clips" in client.get(PAGE).content.decode()
    answer = client.post(PAGE, USUAL | {"seen": "1", "checkers": "1"})
    assert (answer.status_code, TwinParameters.objects.count()) == (400, 1)
    assert "checkers: the campaign has opened, so only lease_s can change" in answer.content.decode()
    assert client.post(PAGE, USUAL | {"seen": "1", "lease_s": "7200"}).url == PAGE
    assert newest_protocol(campaign).lease_s == 7200
    with pytest.raises(BadInput, match="grace_s: the campaign has opened"):
        set_protocol(
            campaign=campaign,
            protocol=Protocol(grace_s=0, lease_s=7200),
            twin=newest_protocol(campaign).twin.protocol,
            now=NOW,
            actor="test",
        )


def test_a_program_changes_them_as_the_page_does(client: Client) -> None:
    campaign, _ = twin_campaign(opened=False)
    headers = {"Authorization": f"Token {issue_token(user=make_lead(campaign).user, now=NOW)}"}
    step = "/api/v1/campaigns/arrow/steps/protocol/"
    read = client.get(step, headers=headers).json()["now"]
    assert (read["version"], read["values"]["cannot_tell"], read["values"]["lease_s"]) == (1, True, 3600)

    def sent(**values: object):
        body = {"values": values, "seen": newest_protocol(campaign).version}
        return client.post(step, body, content_type="application/json", headers=headers)

    assert sent(cannot_tell=False, grace_s=30).json()["made"] == {"version": 2}
    for wrong, problem in (
        ({"cannot_tell": "no"}, "values: cannot_tell: expected true or false"),
        ({"gap_ms": 1}, "values: gap_ms: there is no such key"),
        ({"lookalike_share": [1]}, "values: lookalike_share: expected a number"),
    ):
        answer = sent(**wrong)
        assert (answer.status_code, answer.json()["detail"].startswith(problem)) == (400, True)
    assert newest_protocol(campaign).twin.protocol == TwinProtocol(cannot_tell=False, lookalike_share=0.0)


def test_outsiders_are_refused(client: Client) -> None:
    campaign, _ = twin_campaign(opened=False)
    assert refusals(client, campaign, PAGE) == REFUSED


def test_a_campaign_that_grades_has_none(client: Client) -> None:
    sign_in_lead(client, make_campaign("camp"))
    assert client.get("/c/camp/twin-rules/").status_code == 404
