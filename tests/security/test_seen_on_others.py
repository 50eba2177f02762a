"""What was seen on the free Label Studio, tried here by the same means: the API and a plain annotator's session."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from annotator.models import Score, Seat, SeatState
from moments.protocol import Protocol
from tests.canary_routes import every_route
from tests.factories import claim, entry, opened_campaign

pytestmark = pytest.mark.django_db
ONE_PAIR = Protocol(batch_size=1, window=1)


@pytest.fixture
def three():
    """Three annotators and one pair; the first two hold its seats."""
    campaign, members = opened_campaign(people=3, pairs=1, protocol=ONE_PAIR)
    seats = [claim(member, now=timezone.now())[0] for member in members[:2]]
    return campaign, members, seats


def client_of(member) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


def sent(member, seat, relevance, **fields) -> dict:
    body = {"scores": [entry(seat, relevance, **fields)]}
    answer = client_of(member).post("/api/v1/scores/", body, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()["results"][0]


def test_a_third_score_is_refused(three):
    _, members, seats = three
    assert [sent(member, seat, 3)["status"] for member, seat in zip(members, seats, strict=False)] == ["saved", "saved"]

    refused = [sent(members[2], seat, 4)["status"] for seat in seats]

    assert refused == ["refused", "refused"]
    assert list(Score.objects.values_list("relevance", flat=True)) == [3, 3]


def test_a_repeated_score_is_stored_once_and_another_value_does_not_replace_it_by_itself(three):
    _, (member, *_), (seat, _) = three
    outcomes = [sent(member, seat, 3, key="one"), sent(member, seat, 3, key="one"), sent(member, seat, 1, key="two")]

    assert [one["status"] for one in outcomes] == ["saved", "duplicate", "refused"]
    assert list(Score.objects.values_list("relevance", "key")) == [(3, "one")]


@pytest.mark.parametrize("relevance", [9, 5, -1, 3.5, "3", True, None, [3], {"value": 3}])
def test_what_is_no_level_is_refused(three, relevance):
    _, (member, *_), (seat, _) = three

    assert sent(member, seat, relevance)["status"] == "refused"
    assert not Score.objects.exists()


def test_every_way_into_the_queue_gives_a_pair_to_two_people_at_most(three):
    """There a second way took no lock: 22 labels on one task. Here somebody without a seat asks every address."""
    campaign, (*_, third), _ = three
    client = client_of(third)
    routes = [
        route for route in every_route(get_resolver().url_patterns) if "<" not in route.replace("<slug:slug>", "")
    ]
    for route in routes:
        path = route.replace("<slug:slug>", campaign.slug)
        client.get(path)
        client.post(path, {"count": 20, "scores": [], "claim": 20}, content_type="application/json")
        if "sign-out" in path or "leave" in path:
            client = client_of(third)

    live = Seat.objects.filter(campaign=campaign).exclude(state=SeatState.RELEASED)
    assert live.count() == 2
    assert not live.filter(annotator=third).exists()


def test_an_annotator_deletes_nobodys_work(three):
    campaign, (first, _, third), (seat, _) = three
    sent(first, seat, 2)
    client = client_of(third)
    for path in (
        "scores/",
        f"scores/{seat.public_id}/",
        f"seats/{seat.public_id}/",
        "seats/claim/",
        "problems/",
        "me/",
    ):
        for method in (client.delete, client.put, client.patch):
            answer = method(f"/api/v1/{path}", {"scores": []}, content_type="application/json")
            assert answer.status_code in (404, 405), (path, answer.status_code)

    assert list(Score.objects.values_list("seat", "relevance")) == [(seat.pk, 2)]
