"""A lead's edit of a question's text, from the page of the question."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.models import Ask
from tests.console.questions.scenes import questions_scene
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, mark, marking_campaign

pytestmark = pytest.mark.django_db
AFTER = NOW + timedelta(minutes=10)


@pytest.fixture
def asks(client) -> dict[str, Ask]:
    campaign, _, asks = questions_scene()
    sign_in_lead(client, campaign)
    return asks


def page_of(client, ask: Ask) -> str:
    return client.get(f"/c/long/questions/{ask.number}/").content.decode()


def edit(client, ask: Ask, **fields: str) -> str:
    given = {"text": "Another text?", "meaning": "same", "reason": "a slip", "seen": "1", **fields}
    answer = client.post(f"/c/long/questions/{ask.number}/reword/", given, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("lead", True),
        ("accepted", True),
        ("checked", True),
        ("submitted", True),
        ("returned", False),
        ("rejected", False),
    ],
)
def test_the_form_is_there_where_the_text_can_be_edited(client, asks, state: str, shown: bool):
    page = page_of(client, asks[state])
    assert ('<h2 id="edit-heading">' in page) == shown
    if not shown:
        before = asks[state].pair.query.text
        assert "No changes were made: " in edit(client, asks[state])
        assert before in page_of(client, asks[state])


def test_a_correction_keeps_the_answers(client, asks):
    page = edit(client, asks["accepted"])
    assert "has another text. Its answers still count." in page
    assert "Another text?</h1>" in page
    assert "Changed because: a slip" in page
    assert page.count(", version 1") == 2
    assert Ask.objects.get(pk=asks["accepted"].pk).state == "accepted"


def test_another_meaning_has_it_marked_again(client, asks):
    page = edit(client, asks["lead"], meaning="other")
    assert "has another text. It is marked again, as attempt 2." in page
    assert "Nobody has marked this version of the question yet" in page
    assert Ask.objects.get(pk=asks["lead"].pk).state == "submitted"


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"meaning": ""}, "No changes were made: meaning: say whether the meaning stays the same."),
        ({"reason": " "}, "No changes were made: reason: give a reason."),
        ({"seen": "7"}, "has been edited in the meantime; look at it again."),
        ({"seen": "x"}, "No changes were made: seen: expected a whole number."),
        ({"text": ""}, "No changes were made: text: expected 1 to 1,000 characters."),
    ],
)
def test_what_cannot_be_taken_says_why(client, asks, fields, refusal):
    assert refusal in edit(client, asks["accepted"], **fields)
    assert Ask.objects.get(pk=asks["accepted"].pk).version == 1


def test_a_text_that_no_form_sends_is_a_bad_request(client, asks):
    answer = client.post("/c/long/questions/1/reword/", {"text": "x" * 2001})
    assert answer.status_code == 400


def test_the_lanes_name_the_version_that_each_person_was_shown(client):
    campaign, (author, marker, *_) = marking_campaign()
    ask = asked(author)
    finished(author)
    sign_in_lead(client, campaign)
    edit(client, ask)
    later = AFTER + timedelta(days=3650)  # the edit was made by the clock
    mark(marker, *claim(marker, now=later), now=later)
    settle(campaign, now=later)
    page = page_of(client, ask)
    assert f"{author.pseudonym}, version 1" in page
    assert f"{marker.pseudonym}, version 2" in page
