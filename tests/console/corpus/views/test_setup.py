"""The wizard of a new campaign: its steps are in the data, so that each can be left and found again."""

from __future__ import annotations

import pytest
from django.test import Client

from annotator.guideline.services import save_guideline
from annotator.joining.services.invites import make_invite
from annotator.models import Membership, Standing
from consensus.opening.services import open_campaign
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import set_protocol
from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign
from moments.protocol import Protocol
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_member, make_moments, make_query, make_twins

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/setup/"


def shown(client: Client, step: str = "") -> str:
    return client.get(PAGE, {"step": step} if step else {}).context["shown"].key


def test_a_new_campaign_begins_with_its_material(client: Client) -> None:
    sign_in_admin(client)
    answer = client.post("/campaigns/new/", {"slug": "films", "title": "Films", "renditions": "mp4"}, follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert answer.context["shown"].key == "material"
    assert "Next: scale and guideline" in answer.content.decode()


def test_a_campaign_that_marks_is_made_by_page_too(client: Client) -> None:
    sign_in_admin(client)
    client.post("/campaigns/new/", {"slug": "films", "title": "", "renditions": "mp4", "kind": "mark"})
    campaign = Campaign.objects.get()
    assert (campaign.kind, newest_protocol(campaign).marking.protocol) == ("mark", MarkingProtocol())
    names = [part.name for part in client.get(PAGE).context["shown"].parts]
    assert names == ["Import", "Make proxies", "Ready questions", "Quotas"]
    assert client.post("/campaigns/new/", {"slug": "more", "kind": "rank"}).status_code == 400


def test_a_campaign_of_twins_is_set_up_step_by_step(client: Client) -> None:
    sign_in_admin(client)
    made = client.post("/campaigns/new/", {"slug": "films", "renditions": "mp4", "kind": "twin"}, follow=True)
    assert "make a backward twin of each" in made.content.decode()
    steps = made.context["steps"]
    assert [step.name for step in steps] == ["Material", "Guideline", "Rules", "People", "Open"]
    assert [[part.name for part in step.parts] for step in steps] == [
        ["Upload", "Import", "Twins", "Cut"],
        ["Guideline"],
        ["Protocol", "Exam"],
        ["People"],
        ["Open"],
    ]
    make_twins(Campaign.objects.get(), 1)
    material = client.get(PAGE, {"step": "material"}).context["shown"]
    assert [(part.name, part.state) for part in material.parts] == [
        ("Upload", "optional"),
        ("Import", "done"),
        ("Twins", "done"),
        ("Cut", "done"),
    ]
    assert material.parts[2].progress == "1 pair of twins"


def test_every_step_can_be_left_and_found_again(client: Client) -> None:
    campaign = make_campaign()
    sign_in_admin(client)
    assert [shown(client, step) for step in ("guideline", "protocol", "people", "open")] == [
        *("guideline", "protocol", "people", "open"),
    ]
    assert shown(client) == shown(client, "nothing") == "material"
    make_moments(campaign, 2)
    assert shown(client) == "material"
    make_query(campaign, pairs=2)
    assert shown(client) == "guideline"
    save_guideline(campaign=campaign, text="Watch it whole.", seen_version=None, renewed=True, actor="lead", now=NOW)
    assert shown(client) == "protocol"
    set_protocol(campaign=campaign, protocol=Protocol(batch_size=2, window=1), now=NOW, actor="lead")
    assert shown(client) == "people"
    make_invite(campaign=campaign, uses=1, days=1, note="", now=NOW, actor="lead")
    assert shown(client) == "open"
    assert "Continue set-up" in client.get("/").content.decode()
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    assert "Continue set-up" not in client.get("/").content.decode()
    assert all(step.is_done for step in client.get(PAGE).context["steps"])


def test_people_are_not_called_done_while_they_wait_for_a_lead(client: Client) -> None:
    campaign = make_campaign()
    member = make_member(campaign, standing=Standing.TRAINING)
    make_invite(campaign=campaign, uses=1, days=1, note="", now=NOW, actor="lead")
    sign_in_admin(client)
    page = client.get(PAGE, {"step": "people"})
    assert "1 person has joined and must be qualified by a lead" in page.content.decode()
    assert "people" not in [step.key for step in page.context["steps"] if step.is_done]
    Membership.objects.filter(pk=member.pk).update(standing=Standing.QUALIFIED)
    assert "people" in [step.key for step in client.get(PAGE).context["steps"] if step.is_done]


def test_a_slug_is_made_from_the_title(client: Client) -> None:
    sign_in_admin(client)
    client.post("/campaigns/new/", {"slug": "", "title": "Films of 2026!", "renditions": "mp4"})
    assert Campaign.objects.get().slug == "films-of-2026"


def test_what_is_optional_and_untouched_is_not_called_done(client: Client) -> None:
    make_campaign()
    sign_in_admin(client)
    assert [step.key for step in client.get(PAGE).context["steps"] if step.is_done] == []


def test_pages_of_a_draft_lead_back_to_the_set_up(client: Client) -> None:
    sign_in_lead(client, make_campaign())
    link = f'<a href="{PAGE}">Continue set-up</a>'
    for page in ("corpus/imports", "corpus/queries", "corpus/candidates", "corpus/clips", "corpus/opening"):
        assert link in client.get(f"/c/films/{page}/").content.decode()
    for page in ("guideline/edit", "protocol", "exam", "people"):
        assert link in client.get(f"/c/films/{page}/").content.decode()


def test_only_admins_are_led(client: Client) -> None:
    assert refusals(client, make_campaign(), PAGE) == REFUSED
