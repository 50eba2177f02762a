"""POST /api/v1/seats/claim/."""

import uuid

import pytest
from django.db import connection
from django.test import Client

from annotator.models import Role, Seat, SeatState, Standing
from moments.models import Clip
from tests.factories import make_admin, make_member, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/seats/claim/"


def post(client, body, url=URL):
    return client.post(url, body, content_type="application/json")


def test_a_claim_answers_seats_with_query_and_clip(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=5)
    answer = post(client_of(one), {"count": 2})
    body = answer.json()
    assert (answer.status_code, set(body)) == (200, {"seats", "left", "reason", "news"})
    assert (len(body["seats"]), body["left"], body["reason"]) == (2, 3, None)
    seat = body["seats"][0]
    assert set(seat) == {"id", "query", "clip"}
    assert (uuid.UUID(seat["id"]).version, seat["query"]) == (4, "query text 1")
    assert set(seat["clip"]) == {"url", "type", "width", "height", "seconds", "bytes"}
    assert seat["clip"]["url"].startswith("/clips/")


def test_without_a_count_three_are_held(client_of) -> None:
    _, (one, _) = opened_campaign()
    assert len(post(client_of(one), {}).json()["seats"]) == 3


@pytest.mark.parametrize("count", [-1, 51, "3", 2.5, True, None])
def test_a_count_that_cannot_be_is_refused_by_name(client_of, count) -> None:
    _, (one, _) = opened_campaign()
    answer = post(client_of(one), {"count": count})
    assert (answer.status_code, answer.json()) == (400, {"count": ["expected an integer from 0 to 50"]})


BAD_WANTS = [
    ({"plays": "image/gif"}, "plays"),
    ({"plays": {}}, "plays"),
    ({"plays": 3}, "plays"),
    ({"plays": [3]}, "plays"),
    ({"plays": [None]}, "plays"),
    ({"plays": ["x"] * 11}, "plays"),
    ({"known": "x"}, "known"),
    ({"known": {}}, "known"),
    ({"known": [3]}, "known"),
    ({"known": ["x"] * 51}, "known"),
    ({"shown": True}, "shown"),
    ({"shown": [["x"]]}, "shown"),
    ({"shown": ["x"] * 51}, "shown"),
    ({"campaign": ["films"]}, "campaign"),
    ({"campaign": "\ud800"}, "campaign"),
    ({"campaign": "a\0b"}, "campaign"),
]


@pytest.mark.parametrize(("body", "field"), BAD_WANTS)
@pytest.mark.parametrize("url", [URL, "/api/v1/scores/"])
def test_wants_that_cannot_be_are_refused_by_name(client_of, url: str, body, field: str) -> None:
    _, (one, _) = opened_campaign()
    answer = post(client_of(one), {"scores": [], "claim": 3, **body}, url)
    assert (answer.status_code, list(answer.json())) == (400, [field])
    assert not Seat.objects.filter(state=SeatState.HELD).exists()


def test_what_is_no_id_or_no_media_type_is_ignored(client_of) -> None:
    _, (one, _) = opened_campaign()
    odd = ["", "x", "\0", str(uuid.uuid4()), "{" * 40, "é" * 200]
    answer = post(client_of(one), {"plays": odd, "known": odd, "shown": odd, "count": 1})
    assert (answer.status_code, set(answer.json()["seats"][0])) == (200, {"id", "query", "clip"})


def test_no_wants_are_no_wants(client_of) -> None:
    _, (one, _) = opened_campaign()
    answer = post(client_of(one), {"plays": None, "known": None, "shown": None, "campaign": None})
    assert len(answer.json()["seats"]) == 3


def test_known_seats_come_as_their_ids_in_order(client_of) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    first = post(client, {"count": 3}).json()["seats"]
    known = [first[0]["id"], first[2]["id"]]
    again = post(client, {"count": 4, "known": known}).json()["seats"]
    assert again[:3] == [{"id": first[0]["id"]}, first[1], {"id": first[2]["id"]}]
    assert set(again[3]) == {"id", "query", "clip"}


def test_what_was_shown_is_noted(client_of) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    seats = post(client, {"count": 2}).json()["seats"]
    post(client, {"count": 2, "shown": [seats[0]["id"]]})
    post(client, {"scores": [], "shown": [seats[1]["id"]]}, "/api/v1/scores/")
    assert Seat.objects.exclude(shown_at=None).count() == 2


def test_a_clip_comes_in_the_smallest_rendition_that_the_program_plays(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=1)
    gif = Clip.objects.get()
    ready = {"moment": gif.moment, "state": "ready", "width": 64, "height": 36, "frames": 3, "seconds": 1.0}
    Clip.objects.create(rendition="mp4", size=50, **ready)
    Clip.objects.create(rendition="webp", size=70, **ready)
    client = client_of(one)

    def clip_for(*plays: str) -> tuple[str, int]:
        clip = post(client, {"plays": list(plays), "count": 1}).json()["seats"][0]["clip"]
        return clip["type"], clip["bytes"]

    assert clip_for("image/gif", "video/mp4", "image/webp") == ("video/mp4", 50)
    assert clip_for("image/gif", "image/webp") == ("image/webp", 70)
    assert clip_for("image/gif") == ("image/gif", 100)
    assert clip_for("video/ogg", "nonsense", "video/mp4") == ("video/mp4", 50)


@pytest.mark.parametrize("body", ["[1]", "3", '"x"', "{", "\x00", '{"count": NaN}'])
def test_a_body_that_is_no_object_is_refused(client_of, body: str) -> None:
    _, (one, _) = opened_campaign()
    assert client_of(one).post(URL, body, content_type="application/json").status_code == 400


def test_a_stranger_is_asked_to_sign_in() -> None:
    answer = post(Client(), {})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")


def test_a_wrong_token_is_refused() -> None:
    assert post(Client(headers={"Authorization": "Token nonsense"}), {}).status_code == 401


def test_who_is_no_member_gets_404(client_of) -> None:
    opened_campaign()
    _, (outsider, _) = opened_campaign("other")
    assert post(client_of(outsider), {"campaign": "films"}).status_code == 404


def test_the_suspended_get_403(client_of) -> None:
    campaign, _ = opened_campaign()
    member = make_member(campaign, standing=Standing.SUSPENDED)
    assert post(client_of(member), {}).status_code == 403


def test_leads_and_admins_get_403(client_of) -> None:
    campaign, _ = opened_campaign()
    lead = make_member(campaign, role=Role.LEAD)
    assert post(client_of(lead), {}).status_code == 403
    client = Client()
    client.force_login(make_admin())
    assert post(client, {"campaign": "films"}).status_code == 403


def test_a_member_of_two_campaigns_names_one(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    other, _ = opened_campaign("other")
    make_member(other, user=one.user)
    client = client_of(one)
    answer = post(client, {})
    assert (answer.status_code, answer.json()) == (400, {"campaign": ["you are in several campaigns; name one"]})
    assert post(client, {"campaign": "other"}).status_code == 200
    assert Seat.objects.filter(state=SeatState.HELD, campaign=other).count() == 3


@pytest.mark.parametrize("pairs", [1, 3])
def test_a_claim_with_a_filled_queue_takes_the_same_number_of_queries(
    client_of, django_assert_num_queries, pairs: int
) -> None:
    _, (one, _) = opened_campaign(pairs=pairs + 3)
    client = client_of(one)
    post(client, {"count": 0})
    post(client, {"count": pairs})
    queries = 5 if connection.vendor == "postgresql" else 6  # PostgreSQL sends one statement with the next
    with django_assert_num_queries(queries):
        assert len(post(client, {"count": pairs}).json()["seats"]) == pairs
