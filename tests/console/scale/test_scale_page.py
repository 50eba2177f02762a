"""The page on which leads set up the scale."""

import pytest

from moments.campaign.selectors import levels_of, newest_protocol
from moments.models import Campaign
from moments.scale import BINARY, PUBLISHED, TREC, scale_mark
from tests.console.scenes import sign_in_lead
from tests.factories import make_campaign, make_query, opened_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/scale/"


def form(levels, **fields):
    """The form as a browser sends it."""
    columns = {name: [getattr(level, name) for level in levels] for name in ("name", "short", "long", "colour", "gain")}
    return {"seen": scale_mark(PUBLISHED), "do": "save", **columns, **fields}


def shown(page):
    return [level.name for level in page.context["levels"]]


def test_a_lead_starts_from_a_template_and_saves_it(client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    assert shown(client.get(PAGE)) == ["Unrelated", "Slight", "Partial", "Close", "Perfect"]
    page = client.get(PAGE, {"from": "trec"})
    assert (shown(page), levels_of(campaign)) == (["Not relevant", "Related", "Relevant", "Fully relevant"], PUBLISHED)
    assert "These levels are not saved yet." in page.content.decode()
    page = client.post(PAGE, form(TREC.levels), follow=True)
    assert levels_of(campaign) == TREC.levels
    assert "Version 2 of the protocol fits it: the tolerance is 1 and the threshold 1.5." in page.content.decode()
    assert (newest_protocol(campaign).threshold, Campaign.objects.get().highest) == (1.5, 3)
    again = client.post(PAGE, form(TREC.levels, seen=scale_mark(TREC.levels)), follow=True)
    assert "The scale has not changed." in again.content.decode()


def test_levels_are_added_and_removed_before_anything_is_saved(client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    more = client.post(PAGE, form(PUBLISHED, do="add"))
    assert (shown(more)[5:], more.context["levels"][5].gain, levels_of(campaign)) == ([""], "31", PUBLISHED)
    assert "Remove level 5" in more.content.decode()
    assert shown(client.post(PAGE, form(BINARY.levels, do="drop"))) == ["Not relevant", "Relevant"]
    assert client.post(PAGE, form(PUBLISHED * 2, do="add")).status_code == 400


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": ["x" * 200, *"bcde"]}, "level 0: name: expected at most 40 characters, got 200"),
        ({"gain": ["0", "much", "3", "7", "15"]}, "level 1: gain: expected a number, got &#x27;much&#x27;"),
        ({"gain": ["0", "nan", "3", "7", "15"]}, "level 1: gain: expected a number from 0 to 1000"),
        ({"seen": "elsewhere"}, "somebody else changed the scale"),
    ],
)
def test_a_bad_form_is_refused_with_its_reason_and_loses_nothing(client, fields, message):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    page = client.post(PAGE, form(PUBLISHED, **fields))
    assert (page.status_code, levels_of(campaign)) == (400, PUBLISHED)
    assert f"The scale was not saved: {message}" in page.content.decode()
    assert shown(page) == fields.get("name", [level.name for level in PUBLISHED])


def test_an_open_campaign_shows_its_scale_and_says_why_it_stays(client):
    campaign, _ = opened_campaign(pairs=1)
    sign_in_lead(client, campaign)
    text = client.get(PAGE).content.decode()
    assert "The campaign is open. Scores given on one scale mean nothing on another." in text
    assert ("Save the scale" in text, "<bdi>Perfect</bdi>" in text) == (False, True)
    page = client.post(PAGE, form(TREC.levels))
    assert (page.status_code, levels_of(campaign)) == (400, PUBLISHED)
    assert "the scale can no longer be changed" in page.content.decode()


def test_what_is_judged_holds_the_number_of_levels(client):
    campaign = make_campaign()
    pair = make_query(campaign, pairs=1).pairs.get()
    sign_in_lead(client, campaign)
    client.post(f"/c/films/golds/{pair.number}/set/", {"level": "3"})
    text = client.get(PAGE).content.decode()
    assert ("because there is a gold pair." in text, "Add level" in text) == (True, False)
