"""Claiming, answering and looking back in a marking campaign, as programs do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotator.desk.api.mark_shapes import marked_bodies
from annotator.desk.selectors.questions import questions_of
from annotator.models import AskedPiece, Score, Seat
from moments.models import ClipPart
from tests.annotator.asking.scenes import key_of
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db
CLAIM, SCORES = "/api/v1/seats/claim/", "/api/v1/scores/"


def signed_in(member) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


def post(client: Client, address: str, body: object):
    return client.post(address, body, content_type="application/json")


@pytest.fixture
def scene():
    """Two questions on one video, the second with an image of another video; marker and third annotator."""
    campaign, (author, marker, third) = marking_campaign(videos=2)
    first, second = campaign.videos.order_by("pk")
    asked(author, video=first)
    asked(author, video=first, condition_video=second, condition_ms=3000)
    finished(author)
    return campaign, signed_in(marker), signed_in(third)


def test_a_claim_has_the_questions_of_a_video_and_the_videos_by_key(scene):
    campaign, marker, _ = scene
    response = post(marker, CLAIM, {"count": 5})
    body = response.json()
    own, other = (key_of(video) for video in campaign.videos.order_by("pk"))
    by_query = {seat["query"]: {key: seat[key] for key in seat if key not in ("id", "query")} for seat in body["seats"]}
    assert by_query == {
        "When does 1 happen?": {"task": "ms", "video": own, "condition": None},
        "When does 2 happen?": {"task": "ims", "video": own, "condition": {"key": other, "at_ms": 3000}},
    }
    assert set(body["videos"]) == {own, other}
    assert body["videos"][own]["proxy"]["seconds"] == 60
    for hidden in (b"video-1", b"10000", b"20000", b"author"):
        assert hidden not in response.content
    known = [seat["id"] for seat in body["seats"]]
    again = post(marker, CLAIM, {"count": 5, "known": known}).json()
    assert (again["seats"], again["videos"]) == ([{"id": one} for one in known], {})


def test_an_answer_brings_the_next_questions_and_is_looked_back_at(scene):
    _, marker, _ = scene
    (seat,) = post(marker, CLAIM, {"count": 1}).json()["seats"]
    words = {"specific": True, "complete": True}
    words |= {"condition_needed": True} if seat["condition"] else {}
    entry = {"seat": seat["id"], "key": "k1", "segments": [[1000, 5000]], **words}
    body = post(marker, SCORES, {"scores": [entry], "claim": 1}).json()
    (result,) = body["results"]
    assert (result["status"], result["relevance"]) == ("saved", None)
    assert result["answer"] == {"segments": [[1000, 5000]], **words}
    assert [one["id"] for one in body["seats"]] != [seat["id"]]
    assert len(body["videos"]) >= 1
    (past,) = marker.get(SCORES).json()["scores"]
    assert (past["seat"], past["query"], past["key"]) == (seat["id"], seat["query"], "k1")
    assert (past["segments"], past["specific"], past["changeable"]) == ([[1000, 5000]], True, True)


def test_a_third_person_gets_pieces_and_not_whose_they_are(scene):
    campaign, _, third = scene
    pair = campaign.pairs.get(number=1)
    AskedPiece.objects.create(pair=pair, attempt=1, start_ms=40_000, end_ms=50_000, asks="segment")
    Seat.objects.create(campaign=campaign, pair=pair, round=2, number=1)
    (seat,) = (one for one in post(third, CLAIM, {"count": 5}).json()["seats"] if "pieces" in one)
    assert seat["pieces"] == [{"span": [40_000, 50_000], "asks": "segment"}]
    pieces = [{"span": [40_000, 50_000], "word": "no"}]
    sent = {"scores": [{"seat": seat["id"], "key": "k", "pieces": pieces}]}
    (result,) = post(third, SCORES, sent).json()["results"]
    assert result["answer"] == {"pieces": pieces}
    (past,) = third.get(SCORES).json()["scores"]
    assert past["pieces"] == pieces


def test_the_statements_do_not_grow_with_the_questions(django_assert_max_num_queries):
    _, (author, marker, _) = marking_campaign()
    for _ in range(12):
        asked(author)
    finished(author)
    client = signed_in(marker)
    with django_assert_max_num_queries(40):
        assert len(post(client, CLAIM, {"count": 12}).json()["seats"]) == 12
    with django_assert_max_num_queries(20):
        assert len(post(client, CLAIM, {"count": 12}).json()["seats"]) == 12


def test_one_question_needs_one_statement_unless_its_image_is_of_another_video(scene, django_assert_num_queries):
    campaign, marker, _ = scene
    post(marker, CLAIM, {"count": 2})
    alone, pictured = Seat.objects.filter(state="held").order_by("pair__number")
    for seat, statements in ((alone, 1), (pictured, 2)):
        with django_assert_num_queries(statements):
            one = questions_of([seat])
        assert one == {seat.pk: questions_of([alone, pictured])[seat.pk]}
    ClipPart.objects.all().delete()
    bodies = marked_bodies([pictured])
    own, condition = bodies["seats"][0]["video"], bodies["seats"][0]["condition"]
    assert (own, condition, bodies["videos"]) == (None, {"key": None, "at_ms": 3000}, {})


def test_as_many_segments_as_anybody_marks_are_stored_in_order(scene):
    _, marker, _ = scene
    (seat,) = post(marker, CLAIM, {"count": 1}).json()["seats"]
    segments = [[1000 * place, 1000 * place + 500] for place in range(23)]
    words = {"specific": True, "complete": True, "condition_needed": True}
    entry = {"seat": seat["id"], "key": "k1", "segments": segments, **words}
    assert post(marker, SCORES, {"scores": [entry]}).json()["results"][0]["status"] == "saved"
    assert marker.get(SCORES).json()["scores"][0]["segments"] == segments


def test_a_long_viewing_keeps_the_seats(scene):
    _, marker, _ = scene
    (seat,) = post(marker, CLAIM, {"count": 1}).json()["seats"]
    Seat.objects.filter(public_id=seat["id"]).update(held_at=timezone.now() - timedelta(hours=2))
    words = {"specific": True, "complete": True, "condition_needed": True}
    entry = {"seat": seat["id"], "key": "k1", "segments": [], **words, "shown_ms": 7_000_000}
    assert post(marker, SCORES, {"scores": [entry]}).json()["results"][0]["status"] == "saved"
    assert Score.objects.get(key="k1").shown_ms == 7_000_000
