"""The lead's pages of hidden checks where the campaign marks."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from annotator.models import Gold, Staffing
from tests.annotator.exam.marked_scenes import known
from tests.factories import make_lead
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def campaign():
    campaign, (author, _) = marking_campaign(people=2)
    for _ in range(3):
        asked(author)
    finished(author)
    known(campaign)
    return campaign


@pytest.fixture
def lead(campaign):
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


def test_a_lead_makes_a_question_gold_and_stops_it(campaign, lead):
    page = text_of(lead.get("/c/long/golds/?show=pairs"))
    assert "When is known 0.2 there? video-1 0:05 – 0:08, 0:40 – 0:50" in page
    number = Gold.objects.count() or campaign.pairs.filter(reference__isnull=False).order_by("number")[1].number
    answered = lead.post(f"/c/long/golds/{number}/set/", {"show": "pairs"}, follow=True)
    assert f"Question {number} is now gold." in text_of(answered)
    assert (Gold.objects.get().pair.number, Gold.objects.get().relevance) == (number, None)
    assert "1 active" in text_of(lead.get("/c/long/golds/"))
    lead.post(f"/c/long/golds/{number}/stop/")
    assert "0 active, 1 stopped" in text_of(lead.get("/c/long/golds/"))


def test_a_question_without_a_known_answer_is_refused(campaign, lead):
    number = campaign.asks.order_by("pk")[0].pair.number
    answered = lead.post(f"/c/long/golds/{number}/set/", follow=True)
    assert f"question {number} has no known answer" in text_of(answered).casefold()
    assert not Gold.objects.exists()


def test_a_lead_sets_rate_and_bars(campaign, lead):
    client = lead
    typed = {"gold_rate": "10", "pace_bar": "25", "found_bar": "80", "iou_bar": "0.5"}
    assert "The settings are saved." in text_of(client.post("/c/long/staffing/", typed, follow=True))
    stored = Staffing.objects.get(campaign=campaign)
    assert (stored.gold_rate, stored.repeat_rate, stored.found_bar, stored.iou_bar) == (0.1, 0, 0.8, 0.5)
    refused = client.post("/c/long/staffing/", {**typed, "iou_bar": "2"})
    assert (refused.status_code, "iou_bar: expected 0 to 1" in text_of(refused)) == (400, True)


def test_the_page_says_how_much_gold_there_is_to_hide(campaign, lead):
    Staffing.objects.create(campaign=campaign, gold_rate=0.05)
    pair = campaign.pairs.filter(reference__isnull=False)[0]
    lead.post(f"/c/long/golds/{pair.number}/set/")
    page = text_of(lead.get("/c/long/staffing/"))
    assert "1 of the 1 video that is waiting for a marker has gold questions." in page
    assert "A typical waiting video has 3 questions." in page
    assert "gold is only inserted at a rate of 16.7% or more" in page
