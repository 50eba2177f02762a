"""I6: a hidden check differs from other seats in nothing that the person's program receives."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotator.checks.services.golds import set_gold
from annotator.models import Purpose, Seat, Staffing
from annotator.people.services.people import issue_token
from consensus.opening.services import open_campaign
from tests.factories import make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
TELLING = (b"gold", b"repeat", b"purpose", b"hidden")


class Program:
    """The person's program: works through its queue and keeps every byte that it receives."""

    def __init__(self, member) -> None:
        token = issue_token(user=member.user, now=timezone.now())
        self.client = Client(headers={"Authorization": f"Token {token}"})
        self.heard: list[bytes] = []
        self.seats: list[dict[str, Any]] = []
        self.lefts: list[int] = []
        self.results: dict[str, list[dict[str, Any]]] = {}

    def ask(self, call: str, **body: object) -> dict[str, Any]:
        answer = self.client.post(f"/api/v1/{call}/", body, content_type="application/json")
        assert answer.status_code == 200
        return self.hear(answer)

    def hear(self, answer) -> dict[str, Any]:
        self.heard.append(answer.content + json.dumps(dict(answer.headers)).lower().encode())
        return json.loads(answer.content)

    def work(self) -> None:
        """Score one after the other, each one changed and sent again, until nothing is left."""
        answer = self.ask("seats/claim", count=1)
        while answer["seats"]:
            (seat,) = answer["seats"]
            self.seats.append(seat)
            self.lefts.append(answer["left"])
            entry = {"seat": seat["id"], "relevance": 2, "key": f"a{seat['id']}", "shown_ms": 900, "plays": 1}
            change = {**entry, "relevance": 3, "key": f"b{seat['id']}", "replaces": entry["key"]}
            answer = self.ask("scores", scores=[entry, change, entry], claim=1)
            self.results[seat["id"]] = answer["results"]


@pytest.fixture
def program() -> Program:
    """A person who has settled scores of yesterday to be repeated, gold to meet, and half of the seats hidden."""
    yesterday = timezone.now() - timedelta(days=1)
    campaign, members = opened_campaign(queries=4, pairs=20)
    score_all(members, now=yesterday)
    settle(campaign, now=yesterday)
    make_query(campaign, pairs=28)
    Staffing.objects.create(campaign=campaign, gold_rate=0.25, repeat_rate=0.25)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=timezone.now(), actor="lead")
    for pair in campaign.pairs.filter(batch=None).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=yesterday, actor="lead")
    made = Program(members[0])
    made.work()
    return made


def test_everything_heard_is_alike_whatever_a_seat_is_for(program: Program) -> None:
    purposes = dict(Seat.objects.exclude(annotator=None).values_list("public_id", "purpose"))
    purpose_of = {str(public_id): purpose for public_id, purpose in purposes.items()}
    met = [purpose_of[seat["id"]] for seat in program.seats]
    assert {Purpose.GOLD, Purpose.REPEAT, Purpose.CAMPAIGN} == set(met)
    assert len({shape(seat) for seat in program.seats}) == 1
    assert len({shape(program.results[seat["id"]]) for seat in program.seats}) == 1
    assert program.lefts == list(range(len(met) - 1, -1, -1))


def test_no_byte_names_a_check(program: Program) -> None:
    history = program.hear(program.client.get("/api/v1/scores/?last=100"))["scores"]
    program.hear(program.client.get("/api/v1/me/"))
    program.hear(program.client.get("/api/v1/news/"))
    assert len({shape(past) for past in history}) == 1
    heard = b"".join(program.heard).lower()
    assert [word for word in TELLING if word in heard] == []


def shape(value: Any) -> str:
    """The value's keys and types, lengths of texts aside."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{shape(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(shape, value)) + "]"
    return value if value in ("saved", "changed", "duplicate", "refused") else type(value).__name__
