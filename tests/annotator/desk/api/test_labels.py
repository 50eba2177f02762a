"""What `POST scores/` with a claim answers, whatever is unusual about who asks, the headers or the body."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

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

pytestmark = pytest.mark.django_db
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
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    campaign, (one, _) = opened_campaign(pairs=40)
    fill_queue(member=one, now=NOW)
    seats = claim_seats(member=one, count=3, now=NOW).seats
    token = ApiToken.objects.create(
        user=one.user, digest=digest_of(SECRET), created_at=NOW, scope=TokenScope.FULL, last_used_on=LATER.date()
    )
    body = {"scores": [entry(seats[0], 3, key="k", ago_ms=300, plays=2)], "claim": 3, "campaign": campaign.slug}
    return Call(one, token, seats, body)


def unchanged(call: Call) -> None:
    """As it is."""


def more_fields(call: Call) -> None:
    ids = [str(seat.public_id) for seat in call.seats]
    call.body |= {"known": ids[:2], "shown": ids, "plays": ["video/mp4"]}


def some_news(call: Call) -> None:
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


@pytest.mark.parametrize(
    ("change", "seats", "news"),
    [(unchanged, 3, 0), (more_fields, 3, 0), (a_short_queue, 19, 0), (accepts_json, 3, 0), (some_news, 3, 2)],
)
def test_a_label_is_stored_and_answered_with_the_next_seats(call, change, seats, news) -> None:
    change(call)
    answer = call.send()
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Allow"] == "GET, POST, HEAD, OPTIONS"
    body = answer.json()
    assert [(one["status"], one["relevance"], one["code"]) for one in body["results"]] == [("saved", 3, None)]
    assert (len(body["seats"]), body["reason"], body["news"]) == (seats, None, news)
    assert Score.objects.get().key == "k"


def of_token(**values: Any) -> Callable[[Call], None]:
    return lambda call: ApiToken.objects.filter(pk=call.token.pk).update(**values) and None


def of_member(**values: Any) -> Callable[[Call], None]:
    return lambda call: Membership.objects.filter(pk=call.member.pk).update(**values) and None


def in_body(**values: Any) -> Callable[[Call], None]:
    return lambda call: call.body.update(values)


def in_headers(**values: str) -> Callable[[Call], None]:
    return lambda call: call.headers.update(values)


def sends(body: str | bytes) -> Callable[[Call], None]:
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


# What is changed, the answer's status, and how many scores there are afterwards.
UNUSUAL = {
    "revoked": (of_token(revoked_at=NOW), 401, 0),
    "over": (of_token(expires_at=LATER), 401, 0),
    "reads alone": (of_token(scope=TokenScope.READ), 403, 0),
    "first of the day": (of_token(last_used_on=None), 200, 1),
    "suspended": (of_member(standing=Standing.SUSPENDED), 403, 0),
    "not examined": (of_member(standing=Standing.TRAINING), 200, 1),
    "a lead": (of_member(role=Role.LEAD), 403, 0),
    "paused": (paused, 200, 1),
    "an admin": (an_admins, 403, 0),
    "closed": (closed, 401, 0),
    "a colleague's token": (a_colleagues_token, 200, 0),
    "another token": (in_headers(HTTP_AUTHORIZATION="Token other"), 401, 0),
    "two words": (in_headers(HTTP_AUTHORIZATION="Token a b"), 401, 0),
    "no token": (without_token, 401, 0),
    "another worker": (in_headers(HTTP_X_WORKER_ID="somebody"), 409, 0),
    "a page": (in_headers(HTTP_ACCEPT="text/html"), 406, 0),
    "another JSON": (in_headers(HTTP_ACCEPT="application/json-patch+json"), 406, 0),
    "indented": (in_headers(HTTP_ACCEPT="application/json; indent=4"), 200, 1),
    "no campaign": (without_campaign, 200, 1),
    "another campaign": (in_body(campaign="nowhere"), 404, 0),
    "no slug": (in_body(campaign="é"), 400, 0),
    "campaign in the address": (asked_in_the_address, 404, 0),
    "no claim": (without_claim, 200, 1),
    "a claim of too many": (in_body(claim=51), 400, 0),
    "a claim of none": (in_body(claim=0), 200, 1),
    "no list": (in_body(scores={}), 400, 0),
    "no scores": (in_body(scores=[]), 200, 0),
    "no entry": (in_body(scores=[1]), 200, 0),
    "wrong known": (in_body(known=[1]), 400, 0),
    "wrong shown": (in_body(shown="x"), 400, 0),
    "wrong plays": (in_body(plays=["x"] * 11), 400, 0),
    "a form": (as_a_form, 415, 0),
    "latin": (in_latin, 200, 1),
    "no object": (sends("[]"), 400, 0),
    "no JSON": (sends("{"), 400, 0),
    "no number": (sends('{"scores": [NaN]}'), 400, 0),
    "half a character": (sends('{"scores": ["\\ud800"]}'), 400, 0),
    "no text": (sends(b"\xff"), 400, 0),
    "too deep": (sends("[" * 100_000), 400, 0),
    "too long": (sends(b'{"scores": "' + b"x" * 1_100_000 + b'"}'), 400, 0),
}


@pytest.mark.parametrize("which", UNUSUAL)
def test_what_is_unusual_about_a_request_is_answered_by_its_status(call, which) -> None:
    change, status, scores = UNUSUAL[which]
    change(call)
    assert call.send().status_code == status
    assert Score.objects.count() == scores
