"""Every route by every role; a route without a row here fails."""

from __future__ import annotations

import uuid

import pytest
from django.contrib import admin
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotator.models import Role, Standing
from consensus.models import BatchReview
from consensus.services.opening import open_campaign
from moments.models import Clip
from moments.protocol import Protocol
from tests.factories import (
    NOW,
    claim,
    make_admin,
    make_lead,
    make_member,
    make_query,
    opened_campaign,
    score_all,
    settle,
)

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "annotator", "outsider", "suspended", "lead", "other lead", "admin")

# route and method: the status that each role gets, in the order of ROLES; 302 is the way to the sign-in page
# for pages, or on from one that sends its visitor elsewhere.
ACCESS: dict[tuple[str, str], tuple[int, ...]] = {
    ("home", "get"): (302, 302, 302, 200, 302, 302, 200),
    ("sign-in", "get"): (200, 302, 302, 302, 302, 302, 302),
    ("sign-out", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("desk", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("review", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("decide", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("api-claim", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-problems", "post"): (401, 201, 404, 403, 403, 404, 403),
    ("api-me", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("clip", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("schema", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("healthz", "get"): (200, 200, 200, 200, 200, 200, 200),
}
BODIES: dict[str, dict[str, object]] = {
    "decide": {"decision": "close", "note": "looks right"},
    "withdraw-pair": {"reason": "broken"},
    "put-back-pair": {"reason": "mended"},
    "withdraw-parked": {"reason": "broken"},
    "put-back-parked": {"reason": "mended"},
    "api-claim": {"campaign": "films"},
    "api-scores": {"campaign": "films", "scores": []},
    "api-problems": {"campaign": "films", "kind": "question", "note": "?"},
}


@pytest.fixture
def world():
    """A campaign with a batch in review and another half scored, and somebody of every role."""
    campaign, members = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    score_all(members)
    settle(campaign)
    make_query(campaign, pairs=3)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    other, (outsider, _) = opened_campaign("other", pairs=1)
    seat = claim(members[0], 1)[0]
    seat.pair.parked = True
    seat.pair.save()
    people = {
        "annotator": members[0].user,
        "outsider": outsider.user,
        "suspended": make_member(campaign, standing=Standing.SUSPENDED).user,
        "lead": make_lead(campaign).user,
        "other lead": make_member(other, role=Role.LEAD).user,
        "admin": make_admin(),
    }
    return campaign, people, seat


def kwargs_of(name: str, seat) -> dict[str, object]:
    review = BatchReview.objects.get()
    clip = Clip.objects.get(moment=seat.pair.moment)
    if name == "clip":
        storages["clips"].save(clip.name, ContentFile(b"GIF89a"))
        return {"name": clip.name}
    known = {
        "desk": {"slug": "films"},
        "review": {"slug": "films"},
        "query": {"slug": "films", "query_id": 1},
        "withdraw-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "put-back-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "decide": {"slug": "films", "review_id": review.pk},
        "withdraw-pair": {"slug": "films", "number": seat.pair.number},
        "put-back-pair": {"slug": "films", "number": seat.pair.number},
    }
    return known.get(name, {})


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "method"), ACCESS)
def test_each_role_gets_what_the_table_says(world, name: str, method: str, role: str) -> None:
    _, people, seat = world
    client = Client()
    if role != "anonymous":
        client.force_login(people[role])
    url = reverse(name, kwargs=kwargs_of(name, seat))
    body = dict(BODIES.get(name, {}))
    if name == "api-problems":
        body["seat"] = str(seat.public_id)
    if method == "get":
        answer = client.get(url, {"campaign": "films"} if name.startswith("api-") else {})
    elif name.startswith("api-"):
        answer = client.post(url, body, content_type="application/json")
    else:
        answer = client.post(url, body)
    assert answer.status_code == ACCESS[name, method][ROLES.index(role)]
    if answer.status_code == 302 and role == "anonymous" and name != "sign-out":
        assert answer["Location"].startswith("/sign-in/")


def routes(patterns, namespace: str = "") -> list[str]:
    names = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            names += routes(pattern.url_patterns, pattern.namespace or namespace)
        elif isinstance(pattern, URLPattern) and not namespace:
            names.append(pattern.name or str(pattern.pattern))
    return names


def test_every_route_has_a_row() -> None:
    assert set(routes(get_resolver().url_patterns)) == {name for name, _ in ACCESS}


@pytest.mark.parametrize("role", ROLES)
def test_the_administration_is_for_admins_alone(world, role: str) -> None:
    _, people, _ = world
    client = Client()
    if role != "anonymous":
        client.force_login(people[role])
    urls = [reverse("admin:index")]
    urls += [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist") for model in admin.site._registry
    ]
    expected = 200 if role == "admin" else 302
    assert {client.get(url).status_code for url in urls} == {expected}


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("desk", {"slug": "nothing"}),
        ("review", {"slug": "nothing"}),
        ("query", {"slug": "films", "query_id": 99}),
        ("clip", {"name": "nothing.gif"}),
    ],
)
def test_what_does_not_exist_is_404_for_its_lead(world, name: str, kwargs: dict[str, object]) -> None:
    _, people, _ = world
    client = Client()
    client.force_login(people["lead"])
    assert client.get(reverse(name, kwargs=kwargs)).status_code == 404


def test_a_foreign_seat_id_is_refused_like_one_that_is_made_up(world) -> None:
    _, people, seat = world
    client = Client()
    client.force_login(people["annotator"])
    foreign = BODIES["api-problems"] | {"seat": str(uuid.uuid4())}
    assert client.post("/api/v1/problems/", foreign, content_type="application/json").status_code == 404


def test_a_page_post_without_the_csrf_token_is_refused(world) -> None:
    _, people, seat = world
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["lead"])
    url = reverse("withdraw-pair", kwargs=kwargs_of("withdraw-pair", seat))
    assert client.post(url, {"reason": "x"}).status_code == 403
    client.force_login(people["annotator"])
    assert client.post("/api/v1/seats/claim/", {}, content_type="application/json").status_code == 403
