import re

import pytest
from django.urls import reverse

from annotator.models import Standing
from tests.annotator.desk.views.test_marking import marking_member, settings_in
from tests.factories import make_lead, opened_campaign

pytestmark = pytest.mark.django_db
WRITE = "/c/films/write/"


def test_the_desk_tells_its_program_which_modules_it_is_made_of(client):
    member = marking_member()
    client.force_login(member.user)
    response = client.get(WRITE)
    settings = settings_in(response.content.decode())
    assert (settings["desk"], settings["worker"], settings["shortest"]) == ("write", member.user.username, 200)
    assert {"write", "papers", "question", "saving", "viewer", "frame_table", "sync"} <= settings["modules"].keys()
    assert "csrftoken" in response.cookies


def test_the_page_holds_no_inline_script_and_no_inline_style(client):
    client.force_login(marking_member().user)
    page = client.get(WRITE).content.decode()
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_where_relevance_is_graded_nobody_writes(client):
    _, (member, _) = opened_campaign(slug="grades")
    client.force_login(member.user)
    assert client.get("/c/grades/write/").url == "/c/grades/score/"


@pytest.mark.parametrize("standing", [Standing.TRAINING, Standing.EXAM])
def test_only_qualified_people_write(client, standing):
    client.force_login(marking_member(standing=standing).user)
    assert client.get(WRITE).url == reverse("start", args=["films"])


def test_strangers_are_sent_to_sign_in_and_leads_have_no_desk(client):
    campaign = marking_member().campaign
    assert client.get(WRITE).url == f"{reverse('sign-in')}?next={WRITE}"
    client.force_login(make_lead(campaign).user)
    assert client.get(WRITE).status_code == 403


def test_both_desks_lead_to_each_other(client):
    client.force_login(marking_member().user)
    assert f'href="{WRITE}"' in client.get("/c/films/mark/").content.decode()
    assert 'href="/c/films/mark/"' in client.get(WRITE).content.decode()
