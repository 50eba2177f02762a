import json
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from annotator.models import Standing
from moments.protocol import Protocol
from moments.scale import PUBLISHED as LEVELS
from tests.factories import claim, make_admin, make_campaign, make_lead, make_member, make_user, opened_campaign, submit

pytestmark = pytest.mark.django_db
DESK = "/c/films/score/"


def test_the_desk_shows_five_levels_and_tells_its_program_where_to_ask(client):
    member = make_member(make_campaign())
    client.force_login(member.user)
    response = client.get(DESK)
    page = response.content.decode()
    settings = json.loads(re.search(r'<script id="desk-settings"[^>]*>(.*?)</script>', page).group(1))
    assert page.count("data-level=") == 5
    assert all(level.short in page and level.long in page for level in LEVELS)
    assert (settings["worker"], settings["campaign"], settings["api"]) == (member.user.username, "films", "/api/v1/")
    assert "csrftoken" in response.cookies


def test_the_addresses_that_the_program_asks_exist(client):
    assert reverse("api-claim") == "/api/v1/seats/claim/"
    assert reverse("api-scores") == "/api/v1/scores/"
    assert reverse("api-problems") == "/api/v1/problems/"
    assert reverse("api-me") == "/api/v1/me/"


def test_the_page_holds_no_inline_script_and_no_inline_style(client):
    client.force_login(make_member(make_campaign()).user)
    page = client.get(DESK).content.decode()
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_the_page_tells_nothing_of_moments(client):
    _, (member, _) = opened_campaign(pairs=3, protocol=Protocol(batch_size=3, window=3))
    client.force_login(member.user)
    page = client.get(DESK).content.decode()
    for secret in ("video-", "walks.", "similarity", "query text"):
        assert secret not in page


def test_strangers_are_sent_to_sign_in(client):
    make_campaign()
    assert client.get(DESK).url == f"{reverse('sign-in')}?next={DESK}"


def test_a_lead_and_an_admin_have_no_desk(client):
    campaign = make_campaign()
    client.force_login(make_lead(campaign).user)
    assert client.get(DESK).status_code == 403
    client.force_login(make_admin())
    assert client.get(DESK).status_code == 403


def test_the_suspended_are_refused(client):
    client.force_login(make_member(make_campaign(), standing=Standing.SUSPENDED).user)
    assert client.get(DESK).status_code == 403


def test_a_campaign_of_others_does_not_exist(client):
    make_campaign()
    client.force_login(make_member(make_campaign("other")).user)
    assert client.get(DESK).status_code == 404
    client.force_login(make_user())
    assert client.get(DESK).status_code == 404
    assert client.get("/c/nothing/score/").status_code == 404


def test_the_desk_is_not_posted_to(client):
    client.force_login(make_member(make_campaign()).user)
    assert client.post(DESK).status_code == 405


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, django_assert_num_queries):
    _, (member, _) = opened_campaign(pairs=pairs, protocol=Protocol(batch_size=pairs, window=1))
    client.force_login(member.user)
    with django_assert_num_queries(9):
        assert client.get(DESK).status_code == 200


@pytest.mark.parametrize(
    ("standing", "exam_mark", "title"),
    [
        (Standing.EXAM, "Exam<span>: first answers, no help</span>", "<title>Exam"),
        (Standing.RELABEL, "Exam<span>: missed pairs</span>", "<title>Exam"),
        (Standing.QUALIFIED, None, "<title>Score"),
    ],
)
def test_the_exam_is_named_and_comes_with_what_it_needs_which_others_do_not_load(client, standing, exam_mark, title):
    client.force_login(make_member(make_campaign(), standing=standing).user)
    page = client.get(DESK).content.decode()
    assert title in page
    assert ("exam-mark" in page) is (exam_mark is not None)
    assert (exam_mark or "") in page
    preloaded = re.findall(r'modulepreload" href="/static/annotator/desk/(\w+).js"', page)
    assert ("exam" in preloaded, "lesson.css" in page.partition("</head>")[0].partition("desk-settings")[0]) == (
        exam_mark is not None,
        exam_mark is not None,
    )


def test_the_desk_knows_at_once_what_was_scored_today(client):
    _, (member, _) = opened_campaign(pairs=2)
    now = timezone.now()
    first, _ = claim(member, 2, now=now)
    submit(member, first, 3, now=now)
    client.force_login(member.user)
    assert client.get(DESK).context["settings"]["today"] == 1
