"""Opening by page: the checklist, what happens, and the button."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from consensus.opening.services import open_campaign, open_ordered
from consensus.opening.warnings import people_warning
from moments.base.errors import BadInput
from moments.campaign.services import set_protocol
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, Twin
from moments.protocol import Protocol
from moments.scale import PUBLISHED
from moments.scales.services import set_scale
from moments.twin_protocol import TwinProtocol
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_member, make_moments, make_query, make_twins
from tests.marking import marking_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/opening/"


def states(client: Client, page: str = PAGE) -> dict[str, str]:
    return {check.about: check.state for check, _, _ in client.get(page).context["checks"]}


def order(client: Client, **changed: str):
    seen = client.get(PAGE).context["opening"].mark
    return client.post(f"{PAGE}open/", {"seen": seen, **changed})


def test_an_empty_campaign_says_what_is_missing_and_cannot_open(client: Client) -> None:
    make_campaign()
    sign_in_admin(client)
    asked = {"guideline": "warning", "consent": "warning", "exam": "warning", "people": "warning"}
    nothing = {"moments": "missing", "queries": "missing", "candidates": "missing", "clips": "ready"}
    assert states(client) == nothing | asked
    body = client.get(PAGE).content.decode()
    assert "No clip is needed yet." in body
    assert "The button works once nothing in the checklist is missing." in body
    answer = order(client)
    assert answer.status_code == 400
    assert "0 queries to judge; no query has candidates" in answer.content.decode()
    assert newest_job(Campaign.objects.get(), "opening") is None


def test_an_admin_opens_the_campaign(client: Client) -> None:
    campaign = make_campaign()
    for split in ("val", "exam"):
        make_query(campaign, pairs=3, split=split)
    for _ in range(4):
        make_member(campaign)
    sign_in_admin(client)
    found = client.get(PAGE).context["opening"]
    assert (found.queries, found.pairs, found.protocol, found.can_open) == (1, 3, 1, True)
    assert states(client)["people"] == "ready"
    assert order(client).url == PAGE
    assert "already being opened" in order(client).content.decode()
    assert open_ordered(now=NOW) == 1
    assert "Opening: 1 query opened with 6 seats" in client.get(PAGE).content.decode()
    campaign.refresh_from_db()
    assert (campaign.status, campaign.batches.count()) == ("open", 1)
    assert "The campaign will open" not in client.get(PAGE).content.decode()
    assert "Every query with candidates is open already" in order(client).content.decode()


def test_missing_clips_have_to_be_confirmed(client: Client) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    Clip.objects.all().delete()
    sign_in_admin(client)
    assert states(client)["clips"] == "warning"
    answer = order(client)
    assert answer.status_code == 400
    assert "have no clip; their pairs wait until it is cut; confirm that this is intended" in answer.content.decode()
    assert order(client, allow_missing_clips="on").status_code == 302
    open_ordered(now=NOW)
    campaign.refresh_from_db()
    assert campaign.status == "open"


def test_a_page_left_open_over_a_change_opens_nothing(client: Client) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    sign_in_admin(client)
    seen = client.get(PAGE).context["opening"].mark
    set_protocol(campaign=campaign, protocol=Protocol(tolerance=0), now=NOW, actor="another lead")
    answer = client.post(f"{PAGE}open/", {"seen": seen})
    assert (answer.status_code, newest_job(campaign, "opening")) == (400, None)
    assert "has changed since you opened the page" in answer.content.decode()


def test_a_page_left_open_over_another_scale_opens_nothing_and_then_shows_it(client: Client) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    sign_in_admin(client)
    seen = client.get(PAGE).context["opening"].mark
    levels = [replace(level, name="אין קשר") if not level.relevance else level for level in PUBLISHED]
    set_scale(campaign=campaign, levels=levels, now=NOW, actor="another lead")
    answer = client.post(f"{PAGE}open/", {"seen": seen})
    assert (answer.status_code, newest_job(campaign, "opening")) == (400, None)
    assert "final from then on: 0 <bdi>אין קשר</bdi>, 1 <bdi>Slight</bdi>" in client.get(PAGE).content.decode()
    with pytest.raises(BadInput, match="has changed since"):
        open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="lead", seen=seen)


def test_a_change_between_order_and_work_opens_nothing_and_is_told(client: Client) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    sign_in_admin(client)
    order(client)
    make_query(campaign, pairs=2)
    open_ordered(now=NOW)
    campaign.refresh_from_db()
    assert campaign.status == "draft"
    assert "The campaign was not opened: the campaign has changed" in client.get(PAGE).content.decode()


def test_a_campaign_of_twins_says_what_will_open_and_opens_again_for_later_ones(client: Client) -> None:
    campaign, _ = twin_campaign(twins=2, opened=False)
    page = "/c/arrow/corpus/opening/"
    sign_in_admin(client)
    Clip.objects.filter(moment=Twin.objects.first().backward).update(state="pending")
    found = client.get(page)
    assert states(client, page)["twins"] == "ready"
    assert [check.sentence for check, _, _ in found.context["checks"] if check.about in ("twins", "clips")] == [
        "2 pairs of twins, 2 of them not open yet",
        "1 pair of twins lacks a clip and waits until you cut it and open again",
    ]
    assert "1 pair of twins will open with 2 seats" in found.content.decode()
    seen = {"seen": found.context["opening"].mark}
    assert "confirm that this is intended" in client.post(f"{page}open/", seen).content.decode()
    assert client.post(f"{page}open/", seen | {"allow_missing_clips": "on"}).url == page
    open_ordered(now=NOW)
    campaign.refresh_from_db()
    assert (campaign.status, campaign.pairs.count()) == ("open", 4)
    nothing = client.get(page)
    assert (nothing.context["opening"].can_open, states(client, page)["clips"]) == (False, "missing")
    assert "No twins are waiting to be opened" in nothing.content.decode()
    Clip.objects.update(state="ready")
    later = client.get(page)
    assert "Open these twins" in later.content.decode()
    assert client.post(f"{page}open/", {"seen": later.context["opening"].mark}).status_code == 302
    open_ordered(now=NOW)
    assert campaign.pairs.count() == 8
    answer = client.post(f"{page}open/", {"seen": client.get(page).context["opening"].mark})
    assert (answer.status_code, "All twins are open already" in answer.content.decode()) == (400, True)


def test_a_campaign_without_twins_says_what_is_missing(client: Client) -> None:
    campaign, _ = twin_campaign(twins=0, opened=False)
    sign_in_admin(client)
    page = "/c/arrow/corpus/opening/"
    asked = {"guideline": "warning", "consent": "warning", "people": "warning"}
    assert {about: state for about, state in states(client, page).items() if about != "exam"} == {
        "moments": "missing",
        "twins": "missing",
        "clips": "ready",
    } | asked
    make_moments(campaign, 1)
    answer = client.post(f"{page}open/", {"seen": client.get(page).context["opening"].mark})
    assert (answer.status_code, "No moment has a backward twin" in answer.content.decode()) == (400, True)
    make_twins(campaign, 1)
    assert states(client, page)["twins"] == "warning"


def test_people_are_enough_if_every_version_of_a_caption_finds_others() -> None:
    for qualified, checkers, warning in (
        (
            6,
            2,
            "6 qualified annotators; a clip may need 7: its writer, and 2 others for each of 3 versions of a caption",
        ),
        (7, 2, ""),
        (4, 1, ""),
    ):
        assert people_warning(qualified, kind="twin", twin=TwinProtocol(checkers=checkers)) == warning


def test_a_campaign_that_marks_opens_for_writing(client: Client) -> None:
    campaign, _ = marking_campaign(opened=False)
    sign_in_admin(client)
    page = "/c/long/corpus/opening/"
    assert states(client, page)["clips"] == "ready"
    assert client.post(f"{page}open/", {"seen": client.get(page).context["opening"].mark}).url == page
    open_ordered(now=NOW)
    campaign.refresh_from_db()
    assert campaign.status == "open"
    assert "can be asked about" in newest_job(campaign, "opening").outcome


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("open/", "post")])
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    assert refusals(client, make_campaign(), PAGE + address, method) == REFUSED


def test_a_lead_opens_what_the_page_showed(client: Client) -> None:
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    assert client.get(PAGE).status_code == 200
    assert client.post(f"{PAGE}open/").status_code == 400


@pytest.mark.parametrize("queries", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client: Client, queries: int, django_assert_num_queries) -> None:
    campaign = make_campaign()
    for _ in range(queries):
        make_query(campaign, pairs=2)
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_num_queries(16):
        client.get(PAGE)
