"""The desk of twins, as the page before its program starts."""

import json
import re

import pytest

from annotator.models import Standing
from config.environment import BASE_DIR
from tests.factories import make_lead, opened_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
TWINS = "/c/arrow/twins/"


def settings_in(page: str) -> dict:
    return json.loads(re.search(r'<script id="desk-settings"[^>]*>(.*?)</script>', page, re.DOTALL)[1])


def test_the_page_names_its_modules_and_the_person(client):
    _, (member, *_) = twin_campaign()
    client.force_login(member.user)
    response = client.get(TWINS)
    settings = settings_in(response.content.decode())
    assert (response.status_code, settings["worker"], settings["desk"]) == (200, member.user.username, "twins")
    assert {"twins", "screens", "judging", "captioning", "assigning", "shell", "player"} <= settings["modules"].keys()
    assert "csrftoken" in response.cookies


def test_every_command_has_its_words(client):
    _, (member, *_) = twin_campaign()
    client.force_login(member.user)
    texts = settings_in(client.get(TWINS).content.decode())["texts"]
    source = (BASE_DIR / "static/annotator/marking/commands.js").read_text(encoding="utf-8")
    commands = set(re.findall(r"(\w+): \[\"", source.split("  twins: {")[1].split("const REPEATED")[0]))
    assert len(commands) > 20
    assert {f"command-{command}" for command in commands} <= texts.keys()


def test_nothing_on_the_page_speaks_of_scores_questions_or_a_direction(client):
    _, (member, *_) = twin_campaign()
    client.force_login(member.user)
    page = client.get(TWINS).content.decode()
    body = re.sub(r"<[^>]*>", " ", page.split("<main")[1].split('id="sign-in"')[0])
    assert re.findall(r"\b(?:scor\w*|segments?|forwards|backward)\b", body, re.IGNORECASE) == []


def test_the_grading_desk_leads_here_and_another_kind_leads_there(client):
    _, (member, *_) = twin_campaign()
    client.force_login(member.user)
    assert client.get("/c/arrow/score/").headers["Location"] == TWINS
    _, (other, *_) = opened_campaign()
    client.force_login(other.user)
    assert client.get("/c/films/twins/").headers["Location"] == "/c/films/score/"


def test_somebody_in_training_goes_to_the_start_page_and_a_lead_may_not_work(client):
    campaign, (member, *_) = twin_campaign()
    type(member).objects.filter(pk=member.pk).update(standing=Standing.TRAINING)
    client.force_login(member.user)
    assert client.get(TWINS).headers["Location"] == "/c/arrow/start/"
    client.force_login(make_lead(campaign).user)
    assert client.get(TWINS).status_code == 403


def test_the_start_page_leads_to_the_desk(client):
    _, (member, *_) = twin_campaign()
    client.force_login(member.user)
    page = client.get("/c/arrow/start/").content.decode()
    assert f'href="{TWINS}"' in page
    assert "Mark questions" not in page
