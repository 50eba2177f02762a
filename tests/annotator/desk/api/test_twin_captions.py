"""POST /api/v1/twin-captions/check/."""

from functools import partial

import pytest

from moments.encoders import ENCODERS, EncoderKind, PretrainedEncoder
from moments.encoders.services import live_encoder
from moments.models import Campaign, TwinParameters
from tests.factories import opened_campaign
from tests.moments.encoders.letters import Letters
from tests.twins import Road, seat_of, twin_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/twin-captions/check/"


@pytest.fixture
def check(client_of):
    """What a writer of a twins campaign is told of these captions."""
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


@pytest.fixture
def writing():
    """Who writes captions in a campaign that asks for three words, another member, and the writer's seat."""
    road = Road(min_words=3).judged()
    writer, other = road.people[:2]
    return writer, other, seat_of(writer, "caption", now=road.now)


def test_a_named_seat_is_checked_under_the_protocol_of_its_batch(client_of, writing):
    writer, _, seat = writing
    make_later_rules(writer.campaign, min_words=8)
    ask = partial(client_of(writer).post, URL, content_type="application/json")
    captions = ["A man sits down", None]
    assert ask({"captions": captions, "seat": str(seat.public_id)}).json() == {"faults": [[], []]}
    without = ask({"captions": captions}).json()["faults"]
    assert [fault["sentence"] for fault in without[0]] == ["The caption has 4 words. Write at least 8."]


def test_a_seat_of_somebody_else_and_what_is_no_seat_are_refused(client_of, writing):
    _, other, seat = writing
    ask = partial(client_of(other).post, URL, content_type="application/json")
    assert ask({"captions": [], "seat": str(seat.public_id)}).status_code == 404
    assert [ask({"captions": [], "seat": wrong}).status_code for wrong in ("x", 3, ["x"], "\0")] == [400] * 4


@pytest.fixture
def by_letters(settings, monkeypatch):
    """The desk asks an encoder that counts letters."""
    kind = EncoderKind(
        "letters", "counts letters", "nothing", lambda *_: PretrainedEncoder(Letters(), None), keeps_vectors=True
    )
    monkeypatch.setitem(ENCODERS, kind.name, kind)
    monkeypatch.setattr("moments.encoders.live.WAIT_S", 30)
    live_encoder.cache_clear()
    settings.CAPTION_ENCODER = kind.name
    yield
    live_encoder.cache_clear()


def test_captions_that_an_encoder_finds_near_are_pointed_out_at_both(by_letters, check):
    sentence = "The two captions seem to mean the same. Check that each tells its clip from the other."
    fault = {"check": "near", "sentence": sentence, "refused": False}
    assert check(["a bad cab fed", "cafe dab bd"]).json() == {"faults": [[fault], [fault]]}
    assert check(["a bad cab fed", "high hedge huge"]).json() == {"faults": [[], []]}


def test_without_an_encoder_words_decide(check):
    assert check(["a bad cab fed", "cafe dab bd"]).json() == {"faults": [[], []]}


def make_later_rules(campaign: Campaign, **fields: int) -> None:
    """A newer version of the protocol, as no page makes one once the campaign has opened."""
    later = campaign.protocols.get()
    rules = later.twin
    later.pk, later.version = None, later.version + 1
    later.save(force_insert=True)
    TwinParameters.objects.create(version=later, **{**rules.protocol.as_dict(), **fields})
