"""The list of questions, on a page and as a file."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Ask
from tests.console.questions.scenes import questions_scene
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import make_campaign
from tests.marked_world import drawn_videos, store_world
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/questions/"
FILE = "/c/long/questions.csv"


@pytest.fixture
def scene(client):
    campaign, people, asks = questions_scene()
    sign_in_lead(client, campaign)
    return client, people, asks


def numbers(client, query: str = "") -> list[int]:
    return [row["number"] for row in rows(client, query)]


def rows(client, query: str = "") -> list[dict[str, object]]:
    answer = client.get(f"{FILE}?{query}")
    assert answer.status_code == 200
    found = list(csv.DictReader(io.StringIO(answer.content.decode())))
    return [{**row, "number": int(row["number"])} for row in found]


def test_every_state_is_counted_and_listed(scene):
    client, _, asks = scene
    page = client.get(PAGE).content.decode()
    for state, words in (
        ("lead", "Waits for a lead"),
        ("checked", "Waits for a third annotator"),
        ("returned", "Returned"),
    ):
        assert f'show={state}">{words} <span class="count-small' in page
    assert page.count('<span class="tag tag-question-') == 6
    for state, ask in asks.items():
        assert numbers(client, f"show={state}") == [ask.number]
        assert f'<a href="{PAGE}{ask.number}/">{ask.number}</a>' in client.get(PAGE, {"show": state}).content.decode()


def test_drafts_are_their_authors(scene):
    client, _, asks = scene
    Ask.objects.filter(pk=asks["rejected"].pk).update(state="draft", pair=None, text="a draft of mine")
    assert "a draft of mine" not in client.get(PAGE).content.decode()
    assert len(numbers(client)) == 5


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("task=ms", 6),
        ("task=ims", 0),
        ("domain=sports", 3),
        ("domain=", 3),
        ("domain=*", 6),
        ("video=NIGH", 3),
        ("find=meet", 1),
        ("find=1", 1),
        ("disputed=1", 3),
        ("disputed=1&show=lead", 1),
        ("twice=1", 0),
        ("author=nobody", 0),
        ("show=anything&task=x&find=question", 4),
    ],
)
def test_filters_find_questions(scene, query: str, expected: int):
    client, _, _ = scene
    assert len(numbers(client, query)) == expected
    assert client.get(f"{PAGE}?{query}").status_code == 200


def test_a_pseudonym_and_a_second_return_are_found(scene):
    client, (author, *_), asks = scene
    Ask.objects.filter(pk=asks["returned"].pk).update(returns=2)
    assert numbers(client, "twice=1") == [asks["returned"].number]
    assert len(numbers(client, f"author={author.pseudonym}")) == 6


def test_the_file_holds_state_and_truth(scene):
    client, (author, *_), asks = scene
    (row,) = rows(client, "show=accepted")
    assert (row["truth"], row["state"], row["author"], row["question"], row["video"], row["domain"]) == (
        "[10000, 20000]",
        "accepted",
        author.pseudonym,
        "accepted question?",
        "night",
        "sports",
    )
    assert [row["state"] for row in rows(client, "show=lead")] == ["lead"]
    assert asks["lead"].state == "checked"


def test_a_returned_question_shows_what_was_submitted(scene):
    client, _, asks = scene
    Ask.objects.filter(pk=asks["returned"].pk).update(text="half rewritten")
    assert "half rewritten" not in client.get(PAGE).content.decode()


@pytest.mark.parametrize("address", ["questions/", "questions.csv"])
def test_only_leads_of_campaigns_that_mark_see_it(client, address: str):
    campaign, _ = marking_campaign()
    assert refusals(client, campaign, f"/c/long/{address}") == REFUSED
    sign_in_lead(client, make_campaign("graded"))
    assert client.get(f"/c/graded/{address}").status_code == 404


def test_an_empty_campaign_says_so(client):
    campaign, _ = marking_campaign()
    sign_in_lead(client, campaign)
    assert "No questions yet" in client.get(PAGE).content.decode()


def test_it_needs_the_same_queries_for_few_and_many(client):
    campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
    sign_in_lead(client, campaign)
    counts = []
    for seed in (1, 2):
        drawn = drawn_videos(seed, videos=4 * seed, questions=20 * seed)
        for video in drawn:
            object.__setattr__(video, "name", f"{video.name}-{seed}")
        store_world(campaign, drawn, author, marker)
        client.get(PAGE)
        for address in (PAGE, FILE):
            with CaptureQueriesContext(connection) as asked_for:
                assert client.get(address).status_code == 200
            counts.append(len(asked_for))
    assert counts[:2] == counts[2:]
