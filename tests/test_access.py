"""Every route by every role; a route without a row here fails."""

from __future__ import annotations

import uuid
from dataclasses import asdict

import pytest
from django.conf import settings
from django.contrib import admin
from django.core import signing
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotator.joining.selectors.leaving import leaving_terms, terms_mark
from annotator.joining.views.join import SALT
from annotator.models import Invite, Problem, Role, Standing
from annotator.people.services.rights import grant_pay
from consensus.models import BatchReview
from consensus.opening.services import open_campaign
from consensus.people.services.voiding import preview_voiding
from moments.models import Clip
from moments.protocol import Protocol
from tests.access import (
    asking,
    clips,
    corpus,
    decisions,
    exams,
    exports,
    members,
    pairs,
    pay,
    questions,
    queues,
    ranking,
    rewriting,
    runs,
    seats,
    staying,
    steps,
    team,
    twins,
    videos,
)
from tests.benchmark.scenes import a_file
from tests.factories import (
    NOW,
    PASSWORD,
    claim,
    make_admin,
    make_lead,
    make_member,
    make_query,
    make_tutorial,
    opened_campaign,
    score_all,
    settle,
)

pytestmark = pytest.mark.long

AREAS = (
    *(asking, clips, corpus, decisions, exams, exports, members, pairs, pay),
    *(questions, queues, ranking, rewriting, runs, seats, staying, steps, team, twins, videos),
)
ROLES = ("anonymous", "annotator", "outsider", "suspended", "lead", "other lead", "admin", "paying lead")

# route and method: the status that each role but the last gets, in the order of ROLES (`answers_in` adds the last);
# 302 is the way to the sign-in page for pages, or on from one that sends its visitor elsewhere.
ACCESS: dict[tuple[str, str], tuple[int, ...]] = {
    ("home", "get"): (302, 302, 302, 200, 302, 302, 200),
    ("sign-in", "get"): (200, 302, 302, 302, 302, 302, 302),
    ("sign-out", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("start", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("exam-begin", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("tutorial", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("practice", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("practice", "post"): (302, 200, 404, 403, 200, 404, 200),
    ("tutorial-finish", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("tutorial-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("tutorial-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("desk", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("mark", "get"): (302, 302, 404, 403, 403, 404, 403),
    ("twins", "get"): (302, 302, 404, 403, 403, 404, 403),
    ("write", "get"): (302, 302, 404, 403, 403, 404, 403),
    ("campaign", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("plan", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("review", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("what-if", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("decide", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("reopen-pair", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("withdraw-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("put-back-parked", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("guideline", "get"): (302, 200, 404, 403, 200, 404, 200),
    ("guideline-drawer", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("scale", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("scale", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("guideline-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("guideline-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("example-add", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("example-remove", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("problems", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("answer", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("query-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("query-retire", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("query-retire", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("agreement", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("agreement-csv", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("agreement-figure", "get"): (302, 403, 404, 403, 400, 404, 400),
    ("day", "get"): (302, 200, 404, 200, 403, 404, 403),
    ("api-claim", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-scores", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-twin-captions-check", "post"): (401, 404, 404, 403, 403, 404, 403),
    ("api-problems", "post"): (401, 201, 404, 403, 403, 404, 403),
    ("api-me", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-news", "get"): (401, 200, 404, 403, 403, 404, 403),
    ("api-news", "post"): (401, 200, 404, 403, 403, 404, 403),
    ("api-session", "post"): (200, 200, 200, 200, 200, 200, 200),
    ("clip", "get"): (401, 200, 404, 403, 200, 404, 200),
    ("schema", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("healthz", "get"): (200, 200, 200, 200, 200, 200, 200),
}
BODIES: dict[str, dict[str, object]] = {
    "practice": {"version": "1", "relevance": "2"},
    "tutorial-finish": {"version": "1"},
    "tutorial-edit": {"do": "save", "text": "Watch it whole."},
    "decide": {"decision": "close", "note": "looks right"},
    "withdraw-pair": {"reason": "broken"},
    "put-back-pair": {"reason": "mended"},
    "reopen-pair": {"reason": "two films"},
    "withdraw-parked": {"reason": "broken"},
    "put-back-parked": {"reason": "mended"},
    "guideline-edit": {"do": "save", "text": "Watch it twice.", "renewed": "on"},
    "example-add": {"level": "3"},
    "answer": {"answer": "As a 2."},
    "query-edit": {"text": "a text that is new", "reason": "a typing error"},
    "query-retire": {"reason": "gibberish"},
    "api-claim": {"campaign": "films"},
    "api-scores": {"campaign": "films", "scores": []},
    "api-twin-captions-check": {"campaign": "films", "captions": []},
    "api-problems": {"campaign": "films", "kind": "question", "note": "?"},
    "api-news": {"campaign": "films"},
}

for area in AREAS:
    ACCESS |= area.ROWS
    BODIES |= area.BODIES

QUERIES: dict[str, dict[str, object]] = {
    name: {"a": 1, "b": 2} for name in ("compare-runs", "compare-query", "compare-table", "api-runs-compare")
}
# Figures are refused for what the address asks, because drawing one takes two seconds.
QUERIES |= {"agreement-figure": {"scores": "second"}, "compare-figure": {"a": 1, "b": 2, "split": "none"}}


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The world, built once in a transaction that is never committed."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(made):
    """The world as it was built, whatever other tests did to it."""
    with transaction.atomic():
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def sessions(made) -> dict[str, str]:
    """The session of each role, signed in once: a sign-in takes longer than most of the requests."""
    found = {}
    for role, user in made[1].items():
        client = Client()
        client.force_login(user)
        found[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return found


def build_world():
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
        "paying lead": make_lead(campaign).user,
    }
    lead_of_pay = people["paying lead"].memberships.get()
    grant_pay(member=lead_of_pay, now=NOW, actor="admin")
    return campaign, people, seat


def kwargs_for(name: str, seat) -> dict[str, object]:
    """What stands in the route's address, as its area says."""
    for area in AREAS:
        if name in {route for route, _ in area.ROWS}:
            return area.kwargs_of(name, seat)
    return kwargs_of(name, seat)


def kwargs_of(name: str, seat) -> dict[str, object]:
    review = BatchReview.objects.get()
    clip = Clip.objects.get(moment=seat.pair.moment)
    if name == "clip":
        storages["clips"].save(clip.name, ContentFile(b"GIF89a"))
        return {"name": clip.name}
    if name in ("tutorial", "practice", "tutorial-finish"):
        make_tutorial(seat.campaign)
        return {"slug": "films", "place": 1} if name == "practice" else {"slug": "films"}
    known = {
        "start": {"slug": "films"},
        "exam-begin": {"slug": "films"},
        "tutorial-edit": {"slug": "films"},
        "desk": {"slug": "films"},
        "mark": {"slug": "films"},
        "twins": {"slug": "films"},
        "write": {"slug": "films"},
        "campaign": {"slug": "films"},
        "plan": {"slug": "films"},
        "review": {"slug": "films"},
        "day": {"slug": "films"},
        "query": {"slug": "films", "query_id": 1},
        "what-if": {"slug": "films"},
        "withdraw-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "put-back-parked": {"slug": "films", "query_id": seat.pair.query.query_id},
        "decide": {"slug": "films", "review_id": review.pk},
        "withdraw-pair": {"slug": "films", "number": seat.pair.number},
        "put-back-pair": {"slug": "films", "number": seat.pair.number},
        "reopen-pair": {"slug": "films", "number": 1},
        "guideline": {"slug": "films"},
        "guideline-drawer": {"slug": "films"},
        "scale": {"slug": "films"},
        "guideline-edit": {"slug": "films"},
        "example-add": {"slug": "films", "number": 1},
        "example-remove": {"slug": "films", "number": 1},
        "problems": {"slug": "films"},
        "query-edit": {"slug": "films", "query_id": 1},
        "query-retire": {"slug": "films", "query_id": 1},
        "agreement": {"slug": "films"},
        "agreement-csv": {"slug": "films"},
        "agreement-figure": {"slug": "films", "kind": "svg"},
    }
    if name == "answer":
        question = {"pair": seat.pair, "seat": seat, "annotator": seat.annotator, "kind": "question"}
        return {"slug": "films", "problem_id": Problem.objects.create(reported_at=NOW, **question).pk}
    return known.get(name, {})


def answers_in(name: str, method: str) -> tuple[int, ...]:
    """The row; a lead who may settle pay is answered like a lead, and like an admin where it is about pay."""
    row = ACCESS[name, method]
    like = "admin" if (name, method) in pay.ROWS else "lead"
    return (*row, row[ROLES.index(like)])


@pytest.mark.parametrize(("name", "method"), ACCESS)
def test_each_role_gets_what_the_table_says(world, sessions, name: str, method: str) -> None:
    statuses = []
    url = reverse(name, kwargs=kwargs_for(name, world[2]))
    for role in ROLES:
        with transaction.atomic():
            statuses.append(status_for(role, sessions.get(role), world, name, method, url))
            transaction.set_rollback(True)
    assert dict(zip(ROLES, statuses, strict=True)) == dict(zip(ROLES, answers_in(name, method), strict=True))


def status_for(role: str, session: str | None, world, name: str, method: str, url: str) -> int:
    """What the role is answered; whoever is sent to sign in is sent there."""
    _, people, seat = world
    seat.refresh_from_db()
    client = Client()
    if session:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    body = body_of(name, people, seat)
    if name in ("leave", "person-remove") and role != "anonymous":
        leaves = people[role] if name == "leave" else seat.annotator.user
        body = body | {"terms": terms_mark(leaving_terms(leaves))}
    answer = ask(client, method, url, name, body)
    if answer.status_code == 302 and role == "anonymous" and name not in ("sign-out", "join"):
        assert answer["Location"].startswith("/sign-in/")
    return answer.status_code


def body_of(name: str, people, seat) -> dict[str, object]:
    if name == "api-problems":
        return BODIES[name] | {"seat": str(seat.public_id)}
    if name == "api-session":
        return {"worker_id": people["outsider"].username, "password": PASSWORD}
    if name == "join":
        form = signing.dumps({"invite": Invite.objects.get().pk, "worker_id": "w-new"}, salt=SALT)
        return members.CHOSEN | {"form": form}
    if name in ("upload-run", "api-runs"):
        return {"name": "another", "file": a_file({"1": []})}
    if name == "exam-grant":
        return {"person": seat.annotator.pseudonym, "granted": "0"}
    if name == "person-void":
        return {"reason": "random", **asdict(preview_voiding(member=seat.annotator))}
    return BODIES.get(name, {})


def ask(client: Client, method: str, url: str, name: str, body: dict[str, object]):
    if method == "get":
        return client.get(url, QUERIES.get(name, {"campaign": "films"} if name.startswith("api-") else {}))
    if method == "delete":
        return client.delete(url)
    if method == "put":
        return client.put(url, body, content_type="application/json")
    as_json = name.startswith("api-") and name != "api-runs"
    return client.post(url, body, content_type="application/json") if as_json else client.post(url, body)


def routes(patterns, namespace: str = "") -> list[str]:
    names = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            names += routes(pattern.url_patterns, pattern.namespace or namespace)
        elif isinstance(pattern, URLPattern) and not namespace:
            names.append(pattern.name or str(pattern.pattern))
    return names


@pytest.mark.django_db  # the tables are laid where at least one test asks for them
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
        ("day", {"slug": "nothing"}),
        ("pay", {"slug": "nothing"}),
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
