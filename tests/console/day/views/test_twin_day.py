"""My day in a twins campaign: what the person judged, described and assigned, and nothing on who was right."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from annotator.scoring.selectors.own_twins import OwnTwinAnswers, own_twin_answers
from tests.console.scenes import sign_in_admin
from tests.twins import Road

pytestmark = pytest.mark.django_db


def words(client: Client, page: str = "day") -> str:
    body = client.get(f"/c/arrow/{page}/").content.decode()
    return " ".join(re.sub("<[^>]*>", " ", body[body.index("<main") : body.index("</main")]).split())


def test_answers_are_counted_by_task(client: Client) -> None:
    road = Road().judged().written().assigned(1).assigned(2, backward=True, right=None)
    counts = [own_twin_answers(person) for person in road.people[:3]]
    assert counts == [OwnTwinAnswers(1, 1, 0), OwnTwinAnswers(1, 0, 1), OwnTwinAnswers(0, 0, 1)]
    client.force_login(road.people[1].user)
    assert "Clips judged 1 Clips described 0 Captions assigned 1" in words(client)


def test_the_page_speaks_of_clips_and_says_nothing_of_agreement(client: Client) -> None:
    road = Road().judged()
    client.force_login(road.people[0].user)
    text = words(client).lower()
    assert "the time from one answer to the next counts in full" in text
    assert [word for word in ("question", "marking", "agreement", "label") if word in text] == []


def test_the_pay_page_gives_the_same_rule(client: Client) -> None:
    Road().judged().seen()
    sign_in_admin(client)
    assert "Gaps between answers count up to 120 s." in words(client, "pay")
