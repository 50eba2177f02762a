"""I6: what a program can count of its work finds gold hardly more surely than chance, at a rate of 5%."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.checks.services.golds import set_gold
from annotator.models import Membership, Purpose, Seat, Staffing
from annotator.people.services.people import issue_token
from tests.factories import opened_campaign, settle

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
QUERIES = 10
MOST_OVER_CHANCE = 1.5


@dataclass
class Met:
    """A seat as its annotator's program met it: what it was for, and what could be counted."""

    seat: str
    query: str
    statements: int
    asked_bytes: int
    answered_bytes: int
    grace_ms: int
    purpose: str = ""
    run: list[Met] = field(default_factory=list)


def worked(member: Membership, value: Callable[[str], int]) -> list[Met]:
    """The person's whole queue, scored one by one."""
    token = issue_token(user=member.user, now=timezone.now())
    client = Client(headers={"Authorization": f"Token {token}"})
    met: list[Met] = []
    while seats := post(client, "seats/claim", {"count": 1}).json()["seats"]:
        (seat,) = seats
        entry = {"seat": seat["id"], "relevance": value(seat["id"]), "key": seat["id"], "shown_ms": 900}
        with CaptureQueriesContext(connection) as asked:
            answer = post(client, "scores", {"scores": [entry]})
        (result,) = answer.json()["results"]
        saved = client.get("/api/v1/scores/?last=1").json()["scores"][0]
        grace = timezone.datetime.fromisoformat(saved["changeable_until"]) - timezone.datetime.fromisoformat(
            saved["saved_at"]
        )
        length = len(str(seat["clip"] | {"url": ""}))
        met.append(
            Met(seat["id"], seat["query"], len(asked), length, len(str(result)), round(grace.total_seconds() * 1000))
        )
    for _, group in groupby(met, key=lambda one: one.query):
        run = list(group)
        for one in run:
            one.run = run
    return met


def post(client: Client, call: str, body: object):
    answer = client.post(f"/api/v1/{call}/", body, content_type="application/json")
    assert answer.status_code == 200
    return answer


@pytest.fixture
def met() -> list[Met]:
    """Whole batches for two people, who disagree on some pairs, and their second rounds for two others."""
    now = timezone.now()
    campaign, (one, two, three, four) = opened_campaign(people=4, queries=QUERIES, pairs=22)
    for pair in campaign.pairs.filter(batch=None).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=now, actor="lead")
    Staffing.objects.create(campaign=campaign, gold_rate=0.05)
    numbers = {str(public_id): number for public_id, number in campaign.seats.values_list("public_id", "pair__number")}
    seen = worked(one, lambda seat: 0)
    seen += worked(two, lambda seat: 4 if numbers.get(seat, 1) % 22 == 7 else 0)
    settle(campaign, now=timezone.now())
    for member in (three, four):
        seen += worked(member, lambda seat: 2)
    purposes = {str(public_id): purpose for public_id, purpose in Seat.objects.values_list("public_id", "purpose")}
    for seat in seen:
        seat.purpose = purposes[seat.seat]
    return seen


def unusual(met: list[Met], of: Callable[[Met], object]) -> list[Met]:
    """Those of which something is not as it mostly is."""
    usual = Counter(of(one) for one in met).most_common(1)[0][0]
    return [one for one in met if of(one) != usual]


GUESSES: dict[str, Callable[[list[Met]], list[Met]]] = {
    "alone of its query": lambda met: [one for one in met if len(one.run) == 1],
    "alone, and its query comes as a whole batch too": lambda met: [
        one for one in met if len(one.run) == 1 and sum(other.query == one.query for other in met) > 10
    ],
    "in a short run": lambda met: [one for one in met if len(one.run) < 10],
    "in a run longer than a batch": lambda met: [one for one in met if len(one.run) > 20],
    "first of its run": lambda met: [one for one in met if one.run[0] is one],
    "last of its run": lambda met: [one for one in met if one.run[-1] is one],
    "the middle of its run": lambda met: [one for one in met if one.run[len(one.run) // 2] is one],
    "time: statements that scoring it takes": lambda met: unusual(met, lambda one: one.statements),
    "time: how long it may be changed": lambda met: unusual(met, lambda one: one.grace_ms),
    "size of the seat": lambda met: unusual(met, lambda one: one.asked_bytes),
    "size of the answer": lambda met: unusual(met, lambda one: one.answered_bytes),
}


def test_no_guess_finds_gold_much_more_surely_than_chance(met: list[Met]) -> None:
    base = sum(one.purpose == Purpose.GOLD for one in met) / len(met)
    assert 0.035 < base < 0.055
    sure = {}
    for name, guess in GUESSES.items():
        guessed = [one.purpose for one in guess(met)]
        sure[name] = guessed.count(Purpose.GOLD) / len(guessed) / base if guessed else 0
    assert {name: round(times, 2) for name, times in sure.items() if times > MOST_OVER_CHANCE} == {}
    assert sum(len(one.run) == 1 for one in met) >= 2 * QUERIES
