"""POST and GET /api/v1/scores/."""

import pytest
from django.test import Client

from annotator.models import Score
from moments.models import Clip
from tests.factories import claim, entry, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/scores/"


def post(client, body):
    return client.post(URL, body, content_type="application/json")


def test_scores_are_stored_and_answered_one_by_one(client_of) -> None:
    _, (one, _) = opened_campaign()
    seats = claim(one)
    body = {"scores": [entry(seats[0], 3, key="a"), entry(seats[1], "3"), entry(seats[0], 3, key="a")]}
    answer = post(client_of(one), body)
    results = answer.json()["results"]
    assert (answer.status_code, [result["status"] for result in results]) == (200, ["saved", "refused", "duplicate"])
    assert set(results[0]) == {"seat", "status", "detail", "relevance", "changeable_until", "code"}
    assert results[1]["detail"] == "relevance: expected an integer from 0 to 4"
    assert list(Score.objects.values_list("relevance", "key")) == [(3, "a")]


def test_a_label_costs_one_request(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=5)
    seats = claim(one)
    answer = post(client_of(one), {"scores": [entry(seats[0], 3)], "claim": 3}).json()
    assert set(answer) == {"results", "seats", "left", "reason", "news"}
    assert [seat["id"] for seat in answer["seats"]][:2] == [str(seat.public_id) for seat in seats[1:]]
    assert (len(answer["seats"]), answer["left"]) == (3, 1)


@pytest.mark.parametrize(
    "body",
    [{}, {"scores": None}, {"scores": {}}, {"scores": "x"}, {"scores": [1] * 201}, {"scores": [], "claim": "3"}],
)
def test_a_body_that_cannot_be_is_refused_whole(client_of, body) -> None:
    _, (one, _) = opened_campaign()
    assert post(client_of(one), body).status_code == 400


def test_malformed_json_is_400(client_of) -> None:
    _, (one, _) = opened_campaign()
    assert client_of(one).post(URL, '{"scores": [', content_type="application/json").status_code == 400


def test_a_body_nested_too_deeply_or_too_long_is_400(client_of) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    for body in ("[" * 200_000, '{"scores": ' * 50_000, '{"scores": "' + "x" * 1_100_000 + '"}'):
        answer = client.post(URL, body, content_type="application/json")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")


def test_a_refused_claim_stores_no_score(client_of) -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    assert post(client_of(one), {"scores": [entry(seat, 3)], "claim": 99}).status_code == 400
    assert not Score.objects.exists()


def test_a_stranger_is_asked_to_sign_in() -> None:
    assert [post(Client(), {"scores": []}).status_code, Client().get(URL).status_code] == [401, 401]


def test_the_last_scores_come_newest_first_with_what_may_be_changed(client_of, monkeypatch) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    seats = claim(one)
    for relevance, seat in enumerate(seats):
        post(client, {"scores": [entry(seat, relevance, key=f"k{relevance}")]})
    scores = client.get(URL, {"last": 2}).json()["scores"]
    assert [(score["relevance"], score["key"], score["changeable"]) for score in scores] == [
        (2, "k2", True),
        (1, "k1", True),
    ]
    assert set(scores[0]) == {
        "seat",
        "query",
        "clip",
        "relevance",
        "key",
        "saved_at",
        "changeable_until",
        "changeable",
    }


@pytest.mark.parametrize("last", ["0", "-1", "x", "201", "1.5", "²"])
def test_a_last_that_cannot_be_is_refused(client_of, last: str) -> None:
    _, (one, _) = opened_campaign()
    assert client_of(one).get(URL, {"last": last}).status_code == 400


@pytest.mark.parametrize("scored", [1, 3])
def test_looking_back_takes_the_same_number_of_queries(client_of, django_assert_num_queries, scored: int) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    for seat in claim(one, scored):
        post(client, {"scores": [entry(seat, 3)]})
    with django_assert_num_queries(3):
        assert len(client.get(URL).json()["scores"]) == scored


def test_looking_back_shows_what_the_program_plays(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=1)
    client = client_of(one)
    seat = claim(one)[0]
    post(client, {"scores": [entry(seat, 3)]})
    ready = {"moment": seat.pair.moment, "state": "ready", "width": 64, "height": 36, "frames": 3, "seconds": 1.0}
    Clip.objects.create(rendition="mp4", size=50, **ready)
    types = [
        client.get(URL, {"plays": plays}).json()["scores"][0]["clip"]["type"]
        for plays in ("video/mp4,image/gif", "image/gif", "", "nonsense,video/mp4")
    ]
    assert types == ["video/mp4", "image/gif", "image/gif", "video/mp4"]


@pytest.mark.parametrize(
    ("query", "field"), [({"plays": ",".join("x" * 11)}, "plays"), ({"campaign": "é"}, "campaign")]
)
def test_a_look_back_that_cannot_be_is_refused_by_name(client_of, query: dict[str, str], field: str) -> None:
    _, (one, _) = opened_campaign()
    answer = client_of(one).get(URL, query)
    assert (answer.status_code, list(answer.json())) == (400, [field])


def test_refusals_carry_their_codes(client_of) -> None:
    _, (one, _) = opened_campaign()
    seat = claim(one)[0]
    scores = [
        entry(seat, 3, key="a", ago_ms=20, plays=2),
        entry(seat, 3, key="a"),
        entry(seat, 1),
        entry(seat, 1, ago_ms=-1),
        "nonsense",
    ]
    results = post(client_of(one), {"scores": scores}).json()["results"]
    outcomes = [(result["status"], result["code"], result["relevance"]) for result in results]
    assert outcomes == [
        ("saved", None, 3),
        ("duplicate", None, 3),
        ("refused", "other_value", 3),
        ("refused", "bad_entry", None),
        ("refused", "bad_entry", None),
    ]
    assert results[3]["detail"] == "ago_ms: expected whole milliseconds"


def test_wants_that_cannot_be_store_no_score(client_of) -> None:
    _, (one, _) = opened_campaign()
    body = {"scores": [entry(claim(one)[0], 3)], "shown": "x"}
    assert post(client_of(one), body).status_code == 400
    assert not Score.objects.exists()
