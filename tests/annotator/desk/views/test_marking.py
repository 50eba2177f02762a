import json
import re

import pytest
from django.urls import reverse

from annotator.models import Standing
from config.settings import BASE_DIR
from moments.models import Campaign
from tests.factories import make_campaign, make_lead, make_member, opened_campaign

pytestmark = pytest.mark.django_db
MARK = "/c/films/mark/"


def marking_member(**fields):
    campaign = make_campaign()
    Campaign.objects.filter(slug="films").update(kind="mark")
    campaign.refresh_from_db()
    return make_member(campaign, **fields)


def settings_in(page: str) -> dict:
    return json.loads(re.search(r'<script id="desk-settings"[^>]*>(.*?)</script>', page).group(1))


def test_the_desk_tells_its_program_where_to_ask_and_how_short_a_segment_may_be(client):
    member = marking_member()
    client.force_login(member.user)
    response = client.get(MARK)
    settings = settings_in(response.content.decode())
    assert (settings["worker"], settings["campaign"], settings["api"]) == (member.user.username, "films", "/api/v1/")
    assert settings["shortest"] == 200
    assert {"frame_table", "marking", "outbox", "sync", "player_support"} <= settings["modules"].keys()
    assert "csrftoken" in response.cookies


def test_every_command_has_its_words_and_every_text_is_a_sentence_or_a_name(client):
    client.force_login(marking_member().user)
    settings = settings_in(client.get(MARK).content.decode())
    source = (BASE_DIR / "static/annotator/marking/commands.js").read_text(encoding="utf-8")
    table = source.split("const FILM = ")[1].split("  twins: {")[0]
    commands = set(re.findall(r"(\w+): \[\"", table))
    assert len(commands) > 50
    assert {f"command-{command}" for command in commands} <= settings["texts"].keys()


def test_the_page_holds_no_inline_script_and_no_inline_style(client):
    client.force_login(marking_member().user)
    page = client.get(MARK).content.decode()
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_each_kind_of_campaign_has_its_own_desk(client):
    _, (member, _) = opened_campaign(slug="grades")
    client.force_login(member.user)
    assert client.get("/c/grades/mark/").url == "/c/grades/score/"
    marker = marking_member()
    client.force_login(marker.user)
    assert client.get("/c/films/score/").url == MARK


def test_people_in_training_are_sent_to_their_start_page(client):
    client.force_login(marking_member(standing=Standing.TRAINING).user)
    assert client.get(MARK).url == reverse("start", args=["films"])


def test_strangers_are_sent_to_sign_in_and_leads_have_no_desk(client):
    campaign = marking_member().campaign
    assert client.get(MARK).url == f"{reverse('sign-in')}?next={MARK}"
    client.force_login(make_lead(campaign).user)
    assert client.get(MARK).status_code == 403
