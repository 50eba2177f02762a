"""The page of one question: why its truth is what it is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Ask, DerivedAsk
from moments.models import QueryVersion
from tests.console.questions.scenes import questions_scene
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, make_campaign
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


def page_of(client, ask: Ask) -> str:
    answer = client.get(f"/c/long/questions/{ask.number}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def scene(client):
    campaign, people, asks = questions_scene()
    sign_in_lead(client, campaign)
    return campaign, people, asks


@pytest.mark.parametrize(
    ("state", "sentences"),
    [
        ("lead", ["Why it is undecided", "The third annotator could not decide, so it is left to the lead."]),
        (
            "accepted",
            ["Why this is the answer", "They agree: the IoU is 1.00", "The author and the marker settled it by M2"],
        ),
        ("returned", ["Why it was returned", "The marker says: no answer here.", "nothing there", "settled it by M4"]),
        ("checked", ["Why it is undecided", "Only the marker marked 0:30–0:40. A third annotator is asked."]),
        ("rejected", ["Why it was rejected", "shows a name"]),
        ("submitted", ["Why it is undecided", "Nobody has marked this version of the question yet"]),
    ],
)
def test_it_says_in_words_why(client, scene, state: str, sentences: list[str]):
    _, _, asks = scene
    page = page_of(client, asks[state])
    assert [sentence for sentence in sentences if sentence not in page] == []
    assert ('<h2 id="decide-heading">' in page) == (state == "lead")
    assert ("data-undo" in page) == (state == "rejected")


def test_it_has_a_lane_for_everybody(client, scene):
    _, people, asks = scene
    page = page_of(client, asks["lead"])
    for kind in ("author", "marker", "third", "asked", "watched"):
        assert f'<div class="lane lane-{kind}">' in page
    assert [member.pseudonym for member in people if member.pseudonym not in page] == []
    assert 'data-play="[10000, 20000]"' in page
    assert "lane-truth" in page_of(client, asks["accepted"])


def test_versions_derived_questions_and_images_are_shown(client, scene):
    campaign, _, asks = scene
    ask = asks["accepted"]
    QueryVersion.objects.create(
        query=ask.pair.query, version=1, text="the first words", replaced_at=NOW, actor="A1", reason="not specific"
    )
    Ask.objects.filter(pk=ask.pk).update(task="ims", condition_video=ask.video, condition_ms=33_000)
    DerivedAsk.objects.create(ask=ask, task="vms", start_ms=30_000, end_ms=36_500, made_at=NOW)
    DerivedAsk.objects.create(ask=ask, task="ca", text="a cat jumps", requester="L1", made_at=NOW)
    page = page_of(client, ask)
    for words in ("the first words", "not specific", "0:30–0:36.5", "a cat jumps", "at 0:33", "seed, 1, and"):
        assert words in page
    assert campaign.seed == 1


def test_there_is_no_page_of_drafts_and_of_others_questions(client, scene):
    _, _, asks = scene
    Ask.objects.filter(pk=asks["rejected"].pk).update(state="draft", pair=None)
    for number in (asks["rejected"].number, 99):
        assert client.get(f"/c/long/questions/{number}/").status_code == 404


def test_only_leads_of_campaigns_that_mark_see_it(client, scene):
    campaign, _, asks = scene
    address = f"/c/long/questions/{asks['lead'].number}/"
    assert refusals(client, campaign, address) == REFUSED
    sign_in_lead(client, make_campaign("graded"))
    assert client.get("/c/graded/questions/1/").status_code == 404


def test_the_queries_do_not_grow_with_the_campaign(client, scene):
    _, _, asks = scene
    address = f"/c/long/questions/{asks['lead'].number}/"
    client.get(address)
    with CaptureQueriesContext(connection) as asked_for:
        client.get(address)
    before = len(asked_for)
    marking_campaign("other")
    Ask.objects.filter(pk=asks["accepted"].pk).update(returns=1)
    with CaptureQueriesContext(connection) as asked_for:
        client.get(address)
    assert (len(asked_for), before <= 30) == (before, True)
