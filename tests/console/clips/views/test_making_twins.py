"""Twins by page and by REST: what they take is said before, and they are made once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotator.people.services.people import issue_token
from moments.models import Campaign, LedgerEntry, Moment, Twin
from moments.twin_protocol import TwinProtocol
from tests.factories import NOW, make_campaign, make_lead, make_moments

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("arrow", twin=TwinProtocol())


@pytest.fixture
def lead(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


def page(client: Client) -> str:
    answer = client.get(reverse("corpus-clips", args=["arrow"]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def make(client: Client) -> str:
    answer = client.post(reverse("corpus-clips-twins", args=["arrow"]), follow=True)
    return " ".join(answer.content.decode().split())


def test_the_page_says_what_twins_take_and_makes_them_once(campaign: Campaign, lead: Client) -> None:
    assert "No moment can have a twin yet." in page(lead)
    _, short = make_moments(campaign, 2)
    Moment.objects.filter(pk=short.pk).update(end_s=short.start_s + 0.04)
    shown = page(lead)
    assert "1 forward moment has no backward twin yet. Clips of both directions: 2 clips and 2 posters" in shown
    assert "Without a twin: 1 moment whose clip would have one picture." in shown
    assert "1 twin made. Now cut the clips of both directions." in make(lead)
    assert "Every moment that can have a twin already has one." in make(lead)
    assert "1 moment has a backward twin, and no other moment can have one." in page(lead)
    assert (Twin.objects.count(), LedgerEntry.objects.filter(kind="twins_made").count()) == (1, 1)
    assert "Moments with a twin" in page(lead)


def test_the_page_asks_as_many_queries_for_one_moment_as_for_three(campaign: Campaign, lead: Client) -> None:
    counts = []
    for more in (1, 2):
        make_moments(campaign, more)
        page(lead)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(lead)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_campaign_of_another_kind_has_no_twins_on_its_page() -> None:
    graded = make_campaign("arrow")
    client = Client()
    client.force_login(make_lead(graded).user)
    assert "Twins" not in page(client)
    assert client.post(reverse("corpus-clips-twins", args=["arrow"])).status_code == 404


def test_clips_of_twins_get_another_rate_and_never_sound(campaign: Campaign, lead: Client) -> None:
    assert "Keep the sound" not in page(lead)
    address = reverse("corpus-clips-look", args=["arrow"])
    wanted = {"fps": "12", "height": "480", "rendition": ["mp4"], "seen": "30.0 480 mp4 -"}
    loud = lead.post(address, {**wanted, "sound": "on"})
    problem = "Sound: clips of twins have no sound, which would tell their direction"
    assert (loud.status_code, problem in loud.content.decode()) == (400, True)
    assert lead.post(address, wanted).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.clip_fps, campaign.renditions, campaign.clip_sound) == (12.0, "mp4", False)


def test_a_program_makes_them_too(campaign: Campaign) -> None:
    make_moments(campaign, 2)
    headers = {"Authorization": f"Token {issue_token(user=make_lead(campaign).user, now=NOW)}"}
    address = "/api/v1/campaigns/arrow/steps/"
    steps = [step["step"] for step in Client().get(address, headers=headers).json()["steps"]]
    assert ("twins" in steps, "rank" in steps) == (True, False)
    for twins in (2, 0):
        done = Client().post(f"{address}twins/", {}, content_type="application/json", headers=headers)
        assert (done.status_code, done.json()) == (201, {"made": {"twins": twins}, "job": None})
