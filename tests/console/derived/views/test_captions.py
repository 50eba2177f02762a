"""The page of captions and windows: what waits is accepted, changed or rejected; admins draw windows."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.models import Ask, DerivedAsk
from config.language_model import LanguageModel
from consensus.models import CaptionRun
from tests.consensus.derived.scenes import decided_campaign
from tests.console.scenes import REFUSED, refusals
from tests.factories import NOW, make_admin, make_lead

pytestmark = pytest.mark.django_db
PAGE = "/c/long/captions/"


def text_of(response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def campaign():
    return decided_campaign()


@pytest.fixture
def lead(campaign):
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


@pytest.fixture
def admin():
    client = Client()
    client.force_login(make_admin())
    return client


def caption(number: int = 1, **fields) -> DerivedAsk:
    given = {"task": "ca", "text": "A man sits.", "requester": "L9", "made_at": NOW} | fields
    return DerivedAsk.objects.create(ask=Ask.objects.get(number=number), **given)


def test_a_caption_waits_with_the_stretches_of_its_truth(campaign, lead):
    caption()
    page = lead.get(PAGE)
    assert "Caption of question 1 When?" in text_of(page)
    assert "0:01 – 0:04, 0:30 – 0:34 in film" in text_of(page)
    assert "Written by a model, requested by L9" in text_of(page)


def test_it_is_accepted_in_other_words(campaign, lead):
    made = caption()
    answered = lead.post(f"{PAGE}{made.pk}/", {"decision": "accept", "text": "A woman sits."}, follow=True)
    made.refresh_from_db()
    assert (made.state, made.text, made.origin) == ("accepted", "A woman sits.", "person")
    assert "The caption of question 1 now counts." in text_of(answered)
    assert "A woman sits." in text_of(lead.get(f"{PAGE}?show=accepted"))


def test_it_is_rejected_even_after_it_was_accepted(campaign, lead):
    made = caption()
    lead.post(f"{PAGE}{made.pk}/", {"decision": "accept", "text": made.text})
    answered = lead.post(f"{PAGE}{made.pk}/", {"decision": "reject", "show": "accepted"}, follow=True)
    made.refresh_from_db()
    assert (made.state, answered.request["QUERY_STRING"]) == ("rejected", "show=accepted")


def test_nobody_accepts_what_they_requested(campaign):
    member = make_lead(campaign)
    made = caption(requester=member.pseudonym)
    client = Client()
    client.force_login(member.user)
    assert "You requested it, so another person decides." in text_of(client.get(PAGE))
    answered = client.post(f"{PAGE}{made.pk}/", {"decision": "accept", "text": made.text}, follow=True)
    assert "another person must accept it" in text_of(answered)
    assert DerivedAsk.objects.get().state == "waiting"


def test_leads_draw_windows_and_confirm_them(campaign, lead, admin):
    answered = text_of(admin.post(f"{PAGE}draw/", follow=True))
    assert "2 windows are drawn. No window fits around the images of 1 question." in answered
    made = DerivedAsk.objects.order_by("ask__number")[0]
    lead.post(f"{PAGE}{made.pk}/", {"decision": "accept"})
    made.refresh_from_db()
    assert (made.state, made.text) == ("accepted", "")
    assert "Waiting (1)" in text_of(lead.get(PAGE))


def test_what_no_form_sends_is_refused(campaign, lead):
    made = caption()
    assert lead.post(f"{PAGE}{made.pk}/", {"decision": "maybe"}).status_code == 400
    assert lead.post(f"{PAGE}99/", {"decision": "accept"}).status_code == 404
    blank = lead.post(f"{PAGE}{made.pk}/", {"decision": "accept", "text": " "}, follow=True)
    assert "expected 1 to 1,000 characters" in text_of(blank)
    assert DerivedAsk.objects.get().state == "waiting"


def test_it_needs_the_same_queries_for_one_and_three(campaign, lead):
    caption()
    lead.get(PAGE)
    with CaptureQueriesContext(
        connection,
    ) as one:
        lead.get(PAGE)
    caption(2)
    caption(3)
    with CaptureQueriesContext(connection) as three:
        lead.get(PAGE)
    assert len(three) == len(one)


def test_outsiders_are_refused(client, campaign):
    assert refusals(client, campaign, PAGE) == REFUSED


def test_without_an_endpoint_the_page_says_how_to_set_one(campaign, admin, settings):
    settings.LANGUAGE_MODEL = None
    page = text_of(admin.get(PAGE))
    assert "Write captions with a model (4)" in page
    assert "No endpoint is set. To set one, use the environment variables LLM_BASE_URL" in page
    assert "no endpoint is set" in text_of(admin.post(f"{PAGE}write/", follow=True))


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("frames", "0", "frames: expected 1 to 32, got 0"),
        ("frames", "many", "frames: expected a whole number"),
        ("height", "9000", "height: expected 64 to 720, got 9,000"),
        ("language", "Klingon", "language: expected one of English"),
    ],
)
def test_a_field_that_cannot_be_is_named_and_nothing_is_ordered(campaign, admin, settings, field, value, problem):
    settings.LANGUAGE_MODEL = LanguageModel("https://nowhere.example/v1", "key", "seer", 5.0)
    answered = text_of(admin.post(f"{PAGE}write/", {field: value}, follow=True))
    assert f"Nothing was ordered: {problem}" in answered
    assert not CaptionRun.objects.exists()


def test_admins_order_captions_and_see_how_far_they_are(campaign, admin, lead, settings):
    settings.LANGUAGE_MODEL = LanguageModel("https://nowhere.example/v1", "key", "seer", 5.0)
    answered = text_of(admin.post(f"{PAGE}write/", {"frames": "3", "language": "German"}, follow=True))
    assert "The captions have been ordered." in answered
    run = CaptionRun.objects.get()
    assert (run.model, run.frames, run.height, run.language, run.job.actor) == ("seer", 3, 360, "German", "admin")
    assert "Waiting for a worker. Ordered by admin" in text_of(lead.get(f"{PAGE}progress/"))
    cancelled = admin.post(f"/c/long/jobs/{run.job_id}/cancel/", follow=True)
    assert "cancelled by admin" in text_of(cancelled).lower()
    assert "Write captions with a model (4)" in text_of(admin.get(PAGE))
