"""Seats of the exam through the API: like any other, but for the lesson of what was missed (R9, R10)."""

import pytest

from annotator.models import Seat
from consensus.opening.services import open_campaign
from moments.models import Moment
from moments.scale import PUBLISHED as LEVELS
from tests.annotator.exam.scenes import ACTOR, answer, finish, open_gold, sitter, sweep
from tests.factories import NOW, claim, make_member, submit

pytestmark = pytest.mark.django_db

JSON = {"content_type": "application/json"}


def claimed(client, **body: object) -> dict[str, object]:
    return client.post("/api/v1/seats/claim/", {"count": 50, **body}, **JSON).json()


def test_an_exam_seat_looks_like_a_campaign_seat(client_of) -> None:
    exam = open_gold()
    member, _ = sitter(exam)
    open_campaign(campaign=exam.campaign, allow_missing_clips=True, now=NOW, actor=ACTOR)
    bodies = [claimed(client_of(one)) for one in (member, make_member(exam.campaign))]
    keys = [{key for seat in body["seats"] for key in seat} for body in bodies]
    assert keys == [{"id", "query", "clip"}] * 2
    assert [body.keys() for body in bodies] == [bodies[0].keys()] * 2
    assert [(len(body["seats"]), body["left"], body["reason"]) for body in bodies] == [(4, 0, None)] * 2


def test_a_missed_pair_comes_back_with_its_lesson_and_nothing_else_does(client_of) -> None:
    exam = open_gold(truth=4)
    member, _ = sitter(exam)
    answer(member, {1: 4, 2: 1, 3: 2, 4: 3})
    assert all("lesson" not in seat for seat in claimed(client_of(member))["seats"])
    sweep(exam.campaign)
    seats = {seat.pair.number: str(seat.public_id) for seat in Seat.objects.filter(attempt=2).select_related("pair")}
    lessons = {seat["id"]: seat["lesson"] for seat in claimed(client_of(member))["seats"]}
    assert lessons == {
        seats[number]: {
            "truth": 4,
            "level": LEVELS[4].long,
            "explanation": f"because of {number}",
            "earlier": earlier,
        }
        for number, earlier in ((2, 1), (3, 2))
    }
    Moment.objects.update(caption="canary", description="canary")
    body = client_of(member).post("/api/v1/seats/claim/", {"count": 50}, **JSON).content.decode()
    assert [word for word in ("canary", "video-", "similarity", "rank") if word in body] == []
    known = claimed(client_of(member), known=list(seats.values()))["seats"]
    assert sorted(map(list, known)) == [["id"], ["id"]]


def test_the_lesson_names_the_answer_that_counts(client_of) -> None:
    exam = open_gold(truth=4, pairs=[1])
    member, _ = sitter(exam)
    client = client_of(member)
    (seat,) = claim(member, 1)
    submit(member, seat, 0, key="a")
    submit(member, seat, 2, key="b", replaces="a")
    sweep(exam.campaign)
    scored = client.post("/api/v1/scores/", {"scores": [], "claim": 3}, **JSON).json()
    assert [one["lesson"]["earlier"] for one in scored["seats"]] == [2]
    assert client.get("/api/v1/me/").json()["standing"] == "relabel"
    history = client.get("/api/v1/scores/").json()["scores"]
    assert [set(one) for one in history] == [
        {"seat", "query", "clip", "relevance", "key", "saved_at", "changeable_until", "changeable"}
    ]


def test_after_the_exam_no_seat_has_a_lesson(client_of) -> None:
    exam = open_gold()
    (member,) = finish(exam, [3])
    open_campaign(campaign=exam.campaign, allow_missing_clips=True, now=NOW, actor=ACTOR)
    seats = claimed(client_of(member))["seats"]
    assert (len(seats), {key for seat in seats for key in seat}) == (4, {"id", "query", "clip"})


def test_looking_back_at_a_pair_scored_again_tells_its_lesson_too(client_of) -> None:
    exam = open_gold(truth=4, pairs=[1])
    member, _ = sitter(exam)
    answer(member, {1: 0})
    sweep(exam.campaign)
    member.refresh_from_db()
    answer(member, {1: 4})
    again, first = client_of(member).get("/api/v1/scores/").json()["scores"]
    assert (again["lesson"]["truth"], again["lesson"]["earlier"]) == (4, 0)
    assert "lesson" not in first
