"""POST /api/v1/seats/claim/."""

import uuid

import pytest
from django.test import Client

from annotator.models import Role, Seat, SeatState, Standing
from tests.factories import make_admin, make_member, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/seats/claim/"


def post(client, body, url=URL):
    return client.post(url, body, content_type="application/json")


def test_a_claim_answers_seats_with_query_and_clip(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=5)
    answer = post(client_of(one), {"count": 2})
    body = answer.json()
    assert (answer.status_code, set(body)) == (200, {"seats", "left", "reason"})
    assert (len(body["seats"]), body["left"], body["reason"]) == (2, 3, None)
    seat = body["seats"][0]
    assert set(seat) == {"id", "query", "clip"}
    assert (uuid.UUID(seat["id"]).version, seat["query"]) == (4, "query text 1")
    assert set(seat["clip"]) == {"url", "type", "width", "height", "seconds"}
    assert seat["clip"]["url"].startswith("/clips/")


def test_without_a_count_three_are_held(client_of) -> None:
    _, (one, _) = opened_campaign()
    assert len(post(client_of(one), {}).json()["seats"]) == 3


@pytest.mark.parametrize("count", [-1, 51, "3", 2.5, True, None])
def test_a_count_that_cannot_be_is_refused_by_name(client_of, count) -> None:
    _, (one, _) = opened_campaign()
    answer = post(client_of(one), {"count": count})
    assert (answer.status_code, answer.json()) == (400, {"count": ["expected an integer from 0 to 50"]})


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
    assert (answer.status_code, answer.json()) == (400, {"campaign": ["you are in several; name one"]})
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
    with django_assert_num_queries(9):
        assert len(post(client, {"count": pairs}).json()["seats"]) == pairs
