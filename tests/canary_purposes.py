"""A person's seats of every purpose, in every state that others can know of, and all that the person sees of each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import transaction
from django.test import Client
from django.utils import timezone

from annotator.models import Membership, ProblemKind, Purpose, Role, Seat, SeatLoss, SeatState
from annotator.people.services.people import issue_token
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign, Clip, Pair
from tests.factories import (
    claim,
    make_member,
    make_query,
    opened_campaign,
    pilot_for,
    score_all,
    settle,
    sitting_for,
    study_for,
    submit,
)

HIDDEN = (Purpose.GOLD, Purpose.REPEAT, Purpose.STUDY, Purpose.PILOT)
UNSEEN = {
    "taken": {"state": SeatState.HELD},
    "scored": {"state": SeatState.SCORED},
    "settled": {"state": SeatState.SETTLED},
    "withdrawn": {"state": SeatState.RELEASED},
    "restarted": {"state": SeatState.RELEASED, "superseded": True, "annotator": None},
}
OWN = {"seat", "id", "query", "clip", "key", "reported_at"}  # differ between seats anyway


@dataclass
class Life:
    """One person, and their seats by what they know of them: answered, lost or waiting; each with its name."""

    campaign: Campaign
    one: Membership
    others: list[Membership]
    lead: str
    began: datetime
    asked: datetime
    token: str
    answered: dict[str, Seat] = field(default_factory=dict)
    lost: dict[str, Seat] = field(default_factory=dict)
    waiting: dict[str, Seat] = field(default_factory=dict)


def made_life(age: timedelta) -> Life:
    """Everything was delivered, answered and taken that long ago; others and the lead worked on since."""
    now = timezone.now()
    began = now - age
    campaign, (one, *others) = opened_campaign(people=4, pairs=13)
    lead = make_member(campaign, role=Role.LEAD).user.username
    life = Life(campaign, one, others, lead, began, now, issue_token(user=one.user, now=now))
    held = claim(one, 20, now=began)
    names = ["silent", "agreed", "escalated", "withdrawn", "reopened", "parked"]
    life.answered = {name: held[place] for place, name in enumerate(names)}
    life.lost = {name: held[len(names) + place] for place, name in enumerate(UNSEEN)}
    life.waiting = {"campaign": held[-1]}
    for purpose in HIDDEN:
        for seats in (life.answered, life.lost, life.waiting):
            seats[purpose] = hidden_seat(life, purpose)
    life.answered[Purpose.EXAM] = hidden_seat(life, Purpose.EXAM)
    for seat in life.answered.values():
        assert submit(one, seat, 2, key=f"own-{seat.pk}", now=began).status == "saved"
    lose(life)
    go_on(life)
    return life


def hidden_seat(life: Life, purpose: Purpose) -> Seat:
    """A seat of that purpose which was delivered with the others, on a pair of no batch."""
    place = Membership.objects.get(pk=life.one.pk).next_position
    Membership.objects.filter(pk=life.one.pk).update(next_position=place + 1)
    return Seat.objects.create(
        campaign=life.campaign,
        pair=make_query(life.campaign, pairs=1).pairs.get(),
        purpose=purpose,
        sitting=sitting_for(life.one, purpose),
        study=study_for(life.one, purpose),
        pilot=pilot_for(life.one, purpose),
        round=1,
        number=1,
        state=SeatState.HELD,
        annotator=life.one,
        position=place,
        reserved_at=life.began,
        held_at=life.began,
    )


def lose(life: Life) -> None:
    """The lost seats went to others, or to nobody, and on from there."""
    SeatLoss.objects.bulk_create(
        SeatLoss(seat=seat, annotator=life.one, held_at=life.began) for seat in life.lost.values()
    )
    for name, seat in life.lost.items():
        fate = UNSEEN.get(name, {"state": SeatState.RELEASED, "annotator": life.one})
        Seat.objects.filter(pk=seat.pk).update(**{"annotator": life.others[2], **fate})


def go_on(life: Life) -> None:
    """The partner scores all but one pair; the lead decides; rounds end where their time has come."""
    pairs = {name: seat.pair for name, seat in life.answered.items()}
    two = life.others[0]
    withdraw_pair(pair=fresh(pairs["withdrawn"]), actor=life.lead, reason="odd", now=life.began)
    for seat in claim(two, 20, now=life.began):
        if seat.pair_id != pairs["silent"].pk:
            submit(two, seat, 4 if seat.pair_id == pairs["escalated"].pk else 2, now=life.began)
    Pair.objects.filter(pk=pairs["parked"].pk).update(parked=True)
    if life.asked - life.began > timedelta(minutes=5):
        settle(life.campaign, now=life.began)
        score_all(life.others[1:2], 4, now=life.began + timedelta(minutes=2))
        reopen_pair(pair=fresh(pairs["reopened"]), actor=life.lead, reason="again", now=life.began)


def fresh(pair: Pair) -> Pair:
    """The pair as it is stored now."""
    return Pair.objects.select_related("campaign", "query", "moment", "batch__protocol").get(pk=pair.pk)


def answers_on(life: Life, seat: Seat) -> dict[str, str]:
    """What each call that can name the seat answers, each as if it were the only one; but for what names the seat."""
    client = Client(headers={"Authorization": f"Token {life.token}"})
    score = {"seat": str(seat.public_id), "relevance": 2, "key": "new"}
    scores = {
        "the key again": {**score, "key": f"own-{seat.pk}"},
        "the same value": score,
        "another value": {**score, "relevance": 4},
        "a change": {**score, "relevance": 4, "replaces": f"own-{seat.pk}"},
    }
    reports = {kind: {"seat": str(seat.public_id), "kind": kind, "note": "odd"} for kind in ProblemKind.values}
    asked: dict[str, Callable[[], Any]] = {
        **{name: _posting(client, "scores", {"scores": [body]}) for name, body in scores.items()},
        **{kind: _posting(client, "problems", body) for kind, body in reports.items()},
        "the clip": lambda: client.get(f"/clips/{_clip(seat)}"),
        "the history": lambda: client.get("/api/v1/scores/?last=100"),
    }
    return {name: _taken_back(call, seat, life.asked) for name, call in asked.items()}


def differences(life: Life, seats: Mapping[str, Seat]) -> dict[str, dict[str, list[str]]]:
    """The calls that do not answer alike for all of the seats: the answers, and for which seats each was given."""
    answers: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, seat in seats.items():
        for call, answer in answers_on(life, seat).items():
            answers[call][answer].append(name)
    return {call: dict(given) for call, given in answers.items() if len(given) > 1}


def _posting(client: Client, call: str, body: dict[str, Any]) -> Callable[[], Any]:
    return lambda: client.post(f"/api/v1/{call}/", body, content_type="application/json")


def _clip(seat: Seat) -> str:
    clip = Clip.objects.get(moment=seat.pair.moment_id)
    storages["clips"].save(clip.name, ContentFile(b"GIF89a"))
    return clip.name


def _taken_back(call: Callable[[], Any], seat: Seat, now: datetime) -> str:
    """Status and body of the answer; whatever the call stored is taken back."""
    with transaction.atomic(), patch("django.utils.timezone.now", lambda: now):
        answer = call()
        body = _plain(json.loads(answer.content), seat) if "json" in answer.headers["Content-Type"] else ""
        transaction.set_rollback(True)
    return f"{answer.status_code} {json.dumps(body)}"


def _plain(body: Any, seat: Seat) -> Any:
    """The body without what differs between seats anyway; of the history the seat's own entry."""
    if isinstance(body, dict) and "scores" in body:
        body = [past for past in body["scores"] if past["seat"] == str(seat.public_id)]
    if isinstance(body, dict):
        return {name: _plain(value, seat) for name, value in body.items() if name not in OWN}
    return [_plain(item, seat) for item in body] if isinstance(body, list) else body
