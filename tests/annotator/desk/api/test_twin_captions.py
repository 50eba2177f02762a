"""POST /api/v1/twin-captions/check/."""

import pytest

from tests.factories import opened_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/twin-captions/check/"


@pytest.fixture
def check(client_of):
    """What a writer of a campaign of twins is told of these captions."""
    _, (writer, *_) = twin_campaign(min_words=3, max_words=6)
    client = client_of(writer)
    return lambda captions: client.post(URL, {"captions": captions}, content_type="application/json")


def test_sound_captions_have_no_faults(check):
    answer = check(["A man sits down slowly", "A man stands up slowly"])
    assert (answer.status_code, answer.json()) == (200, {"faults": [[], []]})


def test_each_caption_has_its_own_faults(check):
    faults = check(["Too short", "A cup falls off the high table"]).json()["faults"]
    assert faults == [
        [{"check": "length", "sentence": "The caption has 2 words. Write at least 3.", "refused": True}],
        [{"check": "length", "sentence": "The caption has 7 words. Write at most 6.", "refused": True}],
    ]


def test_equal_captions_are_told_at_both(check):
    faults = check(["A man sits down", "a man sits down."]).json()["faults"]
    assert [[fault["check"] for fault in own] for own in faults] == [["equal"], ["equal"]]


def test_a_clip_that_needs_no_caption_and_an_empty_one_are_not_looked_at(check):
    assert check([None, ""]).json() == {"faults": [[], []]}


@pytest.mark.parametrize("captions", [None, "text", ["a", "b", "c"], [3], ["x" * 20_001]])
def test_what_is_no_list_of_two_texts_is_refused_by_name(check, captions):
    answer = check(captions)
    assert answer.status_code == 400
    assert "captions" in answer.content.decode()


def test_other_campaigns_have_no_such_check(client_of):
    _, (one, *_) = opened_campaign()
    answer = client_of(one).post(URL, {"captions": ["A man sits down"]}, content_type="application/json")
    assert answer.status_code == 404
