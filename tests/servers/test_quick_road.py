"""`POST scores/` with a token answers and leaves behind the same on the quick road and by the view (PostgreSQL)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from annotator.desk.api import quick_label as quick
from annotator.desk.api import scores
from annotator.desk.services.claiming import claim_seats
from annotator.models import (
    ApiToken,
    Guideline,
    Membership,
    Problem,
    Role,
    Score,
    Seat,
    Standing,
    TokenScope,
    User,
)  # fmt: skip
from annotator.people.secret_links import digest_of
from annotator.seats.services.queue import fill_queue
from moments.models import CampaignStatus
from tests.factories import NOW, entry, opened_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.servers]
SECRET = "a-secret-of-some-length"
LATER = NOW + timedelta(seconds=9.25)


@dataclass
class Call:
    """A usual request of a person who holds three seats, before something about it is changed."""

    member: Membership
    token: ApiToken
    seats: list[Seat]
    body: Any
    headers: dict[str, str] = field(default_factory=lambda: {"HTTP_AUTHORIZATION": f"Token {SECRET}"})
    content_type: str = "application/json"
    path: str = "/api/v1/scores/"

    def send(self) -> Any:
        body = self.body if isinstance(self.body, (str, bytes)) else json.dumps(self.body)
        return Client().post(self.path, body, content_type=self.content_type, **self.headers)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    campaign, (one, _) = opened_campaign(pairs=40)
    fill_queue(member=one, now=NOW)
    seats = claim_seats(member=one, count=3, now=NOW).seats
    token = ApiToken.objects.create(
        user=one.user, digest=digest_of(SECRET), created_at=NOW, scope=TokenScope.FULL, last_used_on=LATER.date()
    )
    body = {"scores": [entry(seats[0], 3, key="k", ago_ms=300, plays=2)], "claim": 3, "campaign": campaign.slug}
    return Call(one, token, seats, body)


def told(call: Call) -> dict[str, Any]:
    """The answer, and the rows after it; all is taken back."""
    with transaction.atomic():
        answer = call.send()
        left = {
            "seats": list(Seat.objects.order_by("pk").values()),
            "people": list(Membership.objects.order_by("pk").values()),
            "tokens": list(ApiToken.objects.order_by("pk").values()),
            "scores": list(Score.objects.values("seat", "annotator", "key", "relevance", "worked_at", "shown_ms")),
        }
        transaction.set_rollback(True)
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    return {"status": answer.status_code, "body": answer.content, "headers": headers, "left": left}


def both(call: Call, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], bool]:
    """What both roads answer, and whether the quick one answered by itself."""
    taken: list[bool] = []

    def watched(request: Any) -> Any:
        answer = quick.quick_label(request)
        taken.append(answer is not None)
        return answer

    monkeypatch.setattr(scores, "quick_label", watched)
    first = told(call)
    monkeypatch.setattr(scores, "quick_label", lambda request: None)
    assert first == told(call)
    return first, taken == [True]


def unchanged(call: Call) -> None:
    """As it is."""


def more_said(call: Call) -> None:
    ids = [str(seat.public_id) for seat in call.seats]
    call.body |= {"known": ids[:2], "shown": ids, "plays": ["video/mp4"]}


def news(call: Call) -> None:
    campaign, seat = call.member.campaign, call.seats[1]
    Guideline.objects.create(campaign=campaign, version=1, text="x", actor="lead", created_at=NOW)
    Problem.objects.create(
        pair=seat.pair,
        seat=seat,
        annotator=call.member,
        kind="question",
        note="?",
        reported_at=NOW,
        resolved_at=NOW,
        resolution="yes",
    )


def a_short_queue(call: Call) -> None:
    call.body["claim"] = 45


def accepts_json(call: Call) -> None:
    call.headers["HTTP_ACCEPT"] = "application/json"


@pytest.mark.parametrize("change", [unchanged, more_said, a_short_queue, accepts_json, news])
def test_the_quick_road_answers_as_the_view_does(call, change, monkeypatch) -> None:
    change(call)
    made, quickly = both(call, monkeypatch)
    assert quickly
    assert (made["status"], len(made["left"]["scores"])) == (200, 1)
    assert json.loads(made["body"])["news"] == (2 if change is news else 0)


def test_the_quick_road_asks_the_database_once(call, django_assert_num_queries) -> None:
    call.send()
    call.body["scores"] = [entry(call.seats[1], 2, key="k2")]
    with django_assert_num_queries(3):  # a savepoint around it, as this test is one transaction
        assert call.send().json()["results"][0]["status"] == "saved"


def of_token(**values: Any) -> Callable[[Call], None]:
    return lambda call: ApiToken.objects.filter(pk=call.token.pk).update(**values) and None


def of_member(**values: Any) -> Callable[[Call], None]:
    return lambda call: Membership.objects.filter(pk=call.member.pk).update(**values) and None


def in_body(**values: Any) -> Callable[[Call], None]:
    return lambda call: call.body.update(values)


def in_headers(**values: str) -> Callable[[Call], None]:
    return lambda call: call.headers.update(values)


def said(body: str | bytes) -> Callable[[Call], None]:
    return lambda call: setattr(call, "body", body)


def paused(call: Call) -> None:
    call.member.campaign.status = CampaignStatus.PAUSED
    call.member.campaign.save()


def an_admins(call: Call) -> None:
    Seat.objects.filter(annotator=call.member, state="reserved").update(state="released")
    User.objects.filter(pk=call.member.user_id).update(is_superuser=True, is_staff=True)


def closed(call: Call) -> None:
    User.objects.filter(pk=call.member.user_id).update(is_active=False)


def a_colleagues_token(call: Call) -> None:
    other = call.member.campaign.members.exclude(pk=call.member.pk).get()
    ApiToken.objects.filter(pk=call.token.pk).update(user=other.user)


def without_campaign(call: Call) -> None:
    del call.body["campaign"]


def without_claim(call: Call) -> None:
    del call.body["claim"]


def without_token(call: Call) -> None:
    call.headers.clear()


def as_a_form(call: Call) -> None:
    call.content_type = "application/x-www-form-urlencoded"


def in_latin(call: Call) -> None:
    call.content_type = "application/json; charset=latin-1"


def asked_in_the_address(call: Call) -> None:
    call.path += "?campaign=nowhere"


VIEW = {
    "revoked": (of_token(revoked_at=NOW), 401),
    "over": (of_token(expires_at=LATER), 401),
    "reads alone": (of_token(scope=TokenScope.READ), 403),
    "first of the day": (of_token(last_used_on=None), 200),
    "suspended": (of_member(standing=Standing.SUSPENDED), 403),
    "not examined": (of_member(standing=Standing.TRAINING), 200),
    "a lead": (of_member(role=Role.LEAD), 403),
    "paused": (paused, 200),
    "an admin": (an_admins, 403),
    "closed": (closed, 401),
    "a colleague's token": (a_colleagues_token, 200),
    "another token": (in_headers(HTTP_AUTHORIZATION="Token other"), 401),
    "two words": (in_headers(HTTP_AUTHORIZATION="Token a b"), 401),
    "no token": (without_token, 401),
    "another worker": (in_headers(HTTP_X_WORKER_ID="somebody"), 409),
    "a page": (in_headers(HTTP_ACCEPT="text/html"), 406),
    "another JSON": (in_headers(HTTP_ACCEPT="application/json-patch+json"), 406),
    "indented": (in_headers(HTTP_ACCEPT="application/json; indent=4"), 200),
    "no campaign": (without_campaign, 200),
    "another campaign": (in_body(campaign="nowhere"), 404),
    "no slug": (in_body(campaign="é"), 400),
    "campaign in the address": (asked_in_the_address, 404),
    "no claim": (without_claim, 200),
    "a claim of too many": (in_body(claim=51), 400),
    "a claim of none": (in_body(claim=0), 200),
    "no list": (in_body(scores={}), 400),
    "no scores": (in_body(scores=[]), 200),
    "no entry": (in_body(scores=[1]), 200),
    "wrong known": (in_body(known=[1]), 400),
    "wrong shown": (in_body(shown="x"), 400),
    "wrong plays": (in_body(plays=["x"] * 11), 400),
    "a form": (as_a_form, 415),
    "latin": (in_latin, 200),
    "no object": (said("[]"), 400),
    "no JSON": (said("{"), 400),
    "no number": (said('{"scores": [NaN]}'), 400),
    "half a character": (said('{"scores": ["\\ud800"]}'), 400),
    "no text": (said(b"\xff"), 400),
    "too deep": (said("[" * 100_000), 400),
    "too long": (said(b'{"scores": "' + b"x" * 1_100_000 + b'"}'), 400),
}


@pytest.mark.parametrize("which", VIEW)
def test_what_is_not_usual_is_answered_by_the_view(call, which, monkeypatch) -> None:
    change, status = VIEW[which]
    change(call)
    made, quickly = both(call, monkeypatch)
    assert not quickly
    assert made["status"] == status
