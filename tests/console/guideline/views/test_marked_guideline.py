"""The guideline where the campaign marks: a text with versions, without levels and examples."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import make_lead
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


def test_a_lead_writes_it_and_sees_no_levels():
    campaign, _ = marking_campaign(people=0)
    client = Client()
    client.force_login(make_lead(campaign).user)
    page = client.get("/c/long/guideline/edit/").content.decode()
    assert "Text for this campaign" in page
    assert "Examples" not in page
    assert "levels" not in page
    saved = client.post(
        "/c/long/guideline/edit/", {"do": "save", "text": "Watch it all.", "renewed": "on"}, follow=True
    )
    assert "Version 1 is saved. Everybody is asked to read it." in saved.content.decode()
    assert campaign.guidelines.get().text == "Watch it all."
    empty = client.post("/c/long/guideline/edit/", {"do": "preview", "text": ""}, headers={"HX-Request": "true"})
    assert "The text is empty, so people see only the points to keep in mind." in empty.content.decode()
