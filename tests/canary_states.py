"""The states of work in which an annotator walks about among the canaries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from annotator.checks.services.golds import set_gold
from annotator.joining.services.consents import decline_consent, save_consent
from annotator.models import (
    Guideline,
    PersonWarning,
    Problem,
    ProblemKind,
    Seat,
    Staffing,
    Standing,
)
from annotator.problems.services.resolving import answer_question
from annotator.seats.services.standings import set_standing
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.people.services.voiding import void_person
from moments.models import Pair
from tests.canary_search import WORD, WatchedClient
from tests.canary_world import World
from tests.factories import (
    NOW,
    PASSWORD,
    claim,
    make_moments,
    settle,
    submit,
)


def fresh(world: World) -> None:
    """Nothing is claimed yet."""


def at_work(world: World) -> None:
    """Held, shown, scored, sent twice, changed, contradicted."""
    plays = ["video/mp4", "image/webp", "image/gif"]
    seats = world.ask("seats/claim", count=4, plays=plays)["seats"]
    assert len(seats) == 4
    keys = [{"seat": seat["id"], "relevance": 2, "key": f"k{seat['id']}", "shown_ms": 90, "plays": 1} for seat in seats]
    change = keys[0] | {"key": "changed", "relevance": 1, "replaces": keys[0]["key"]}
    wrong = [keys[1] | {"key": "x", "relevance": 4}, keys[1] | {"key": "y", "ago_ms": -1}, "nonsense"]
    answer = world.ask("scores", scores=[*keys, keys[0], change, *wrong], claim=3, shown=[seats[0]["id"]], plays=plays)
    assert [result["status"] for result in answer["results"]] == ["saved"] * 4 + ["duplicate", "changed"] + [
        "refused"
    ] * 3
    for member in world.others:
        for seat in claim(member, 20, now=timezone.now()):
            submit(member, seat, 4, key=f"{WORD}-key-{seat.pk}", now=timezone.now())
    settle(world.campaign, now=timezone.now(), after_s=90)


def after_problems(world: World) -> None:
    """Reports of every kind, a question that was answered and one that was closed, a renewed guideline."""
    kinds = [kind for kind in ProblemKind.values if kind != ProblemKind.QUERY]
    seats = world.ask("seats/claim", count=4)["seats"]
    for kind in kinds:
        world.ask("problems", seat=seats[0]["id"], kind=kind, note="mine", key=f"p{kind}")
    for place, seat in enumerate(seats[1:3]):
        world.ask("problems", seat=seat["id"], kind="question", note="mine", key=f"q{place}", ago_ms=9)
    asked = Problem.objects.filter(annotator=world.walker, kind="question").order_by("-pk")
    answer_question(problem=asked[0], answer="as a 2", now=timezone.now())
    withdraw_pair(pair=asked[1].pair, actor="lead", reason=f"{WORD} reason", now=timezone.now())
    Guideline.objects.create(campaign=world.campaign, version=1, text="Watch.", actor="lead", created_at=NOW)
    world.ask("problems", seat=seats[3]["id"], kind="query", note="mine")
    assert len(world.client().get("/api/v1/news/").json()["answers"]) == 2
    world.ask("news", answers=[asked[0].pk], guideline=1)


def refused(world: World) -> None:
    """In training: the work is refused."""
    set_standing(member=world.walker, standing=Standing.TRAINING, now=timezone.now(), actor="test")
    assert world.ask("seats/claim")["reason"] == "training_required"
    world.ask("scores", scores=[], claim=3)


def suspended(world: World) -> None:
    """Held and scored something, then suspended."""
    at_work(world)
    set_standing(member=world.walker, standing=Standing.SUSPENDED, now=timezone.now(), actor="test")


def offline_late(world: World) -> None:
    """What was held went to others, who scored it; some of it was withdrawn; then the old scores come in."""
    hour = timezone.now() - timedelta(hours=2)
    held = claim(world.walker, 4, now=hour)
    claim(world.others[0], 0, now=timezone.now())
    set_standing(member=world.walker, standing=Standing.EXAM, now=hour, actor="test")
    set_standing(member=world.walker, standing=Standing.QUALIFIED, now=hour, actor="test")
    for member in world.others:
        for seat in claim(member, 20, now=timezone.now()):
            submit(member, seat, 4, key=f"{WORD}-key-{seat.pk}", now=timezone.now())
    entries = [
        {"seat": str(seat.public_id), "relevance": 1, "key": f"late-{seat.pk}", "ago_ms": 5_000_000} for seat in held
    ]
    answer = world.ask("scores", scores=entries, claim=3)
    assert "reassigned" in {result["code"] for result in answer["results"]}
    world.ask("problems", seat=entries[0]["seat"], kind="other", note="late")


def signed_in_again(world: World) -> None:
    """The session ran out and the desk signed in in place, first with a wrong password."""
    client = WatchedClient(world.watch)
    for password in ("wrong", PASSWORD):
        body = {"worker_id": "walker", "password": password}
        client.post("/api/v1/session/", body, content_type="application/json")
    client.get("/api/v1/scores/")


def asked_to_agree(world: World) -> None:
    """Held some pairs, then asked for a consent, which was declined."""
    world.ask("seats/claim", count=4)
    save_consent(campaign=world.campaign, text="Agree?", seen_version=None, actor="lead", now=timezone.now())
    decline_consent(member=world.walker, version=1, now=timezone.now())


def checked_and_paused(world: World) -> None:
    """Met gold among the seats; then somebody's scores were voided, and a rule paused the walker."""
    now = timezone.now()
    Staffing.objects.create(campaign=world.campaign, gold_rate=0.5)
    behind = world.campaign.queries.filter(split="val")
    for number, (query, moment) in enumerate(zip(behind, make_moments(world.campaign, behind.count()), strict=True)):
        place = {"number": 900 + number, "rank": 900, "similarity": 0.1}
        Pair.objects.create(campaign=world.campaign, query=query, moment=moment, **place)
    for pair in world.campaign.pairs.filter(batch=None, practices=None).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=now, actor="lead")
    at_work(world)
    assert Seat.objects.filter(annotator=world.walker, purpose="gold").exists()
    void_person(member=world.others[0], now=now, actor="lead", reason=f"{WORD} reason to void")
    PersonWarning.objects.create(member=world.walker, kind="kappa", detail=f"{WORD} detail", paused=True, raised_at=now)
    set_standing(member=world.walker, standing=Standing.SUSPENDED, now=now, actor="rule", reason=f"{WORD} paused")


STATES: list[Callable[[World], None]] = [
    fresh,
    at_work,
    after_problems,
    refused,
    suspended,
    offline_late,
    signed_in_again,
    asked_to_agree,
    checked_and_paused,
]
