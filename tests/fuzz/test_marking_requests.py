"""Requests of a marking campaign, with one value after another made wrong: never a server's error."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from annotator.models import DerivedAsk, Membership, User
from consensus.derived.services.making import draw_windows
from tests.annotator.asking.scenes import begun, drafted, key_of
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import claim, make_admin, make_lead, make_member, settle
from tests.marking import asked, disputed, finished, mark, marking_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAN = float("nan")
FEW: tuple[Any, ...] = (None, True, -1, 1.5, 10**400, NAN, "", "a\0b", "\ud800", [], {}, [[5, "0"]])
MORE: tuple[Any, ...] = (
    *(False, 0, 2**31, 2**63, -(2**70), float("inf"), " ", "x", "x" * 70_000, "\u202e<b>x</b>\u2028", "\x1b[31m"),
    *("1e999", [[]], [None], {"a": []}, [[[0]]], [[0, 500, 900]], [[NAN, 5]], [{"key": 1}], ["ms"]),
    *({"key": [], "at_ms": {}}, [[0, 1]] * 501),
)
WRONG = FEW + MORE if "REELEVANCE_FUZZ_REQUESTS" in os.environ else FEW
SEGMENTS = [[10_000, 20_000], [40_000, 50_000]]
TYPED = ("", "x", "-1", "1.5", "nan", "1e9", "9" * 5000, "a\0b", "\u202e", "0:10 - 0:20", None)


def variants(body: Any) -> Iterator[Any]:
    """The body with one value, at any depth, made wrong or left out."""
    if isinstance(body, dict):
        for name in body:
            yield {key: value for key, value in body.items() if key != name}
            yield from ({**body, name: wrong} for wrong in variants(body[name]))
    elif isinstance(body, list):
        for place, item in enumerate(body[:1]):
            yield body[1:]
            yield from ([*body[:place], wrong, *body[place + 1 :]] for wrong in variants(item))
    yield from WRONG


def browser(who: Membership | User) -> Client:
    """What fails inside is answered with 500, as in production."""
    made = Client(raise_request_exception=False)
    made.force_login(who.user if isinstance(who, Membership) else who)
    return made


def status_of(client: Client, method: str, path: str, body: Any) -> int:
    """The status of the request, which leaves nothing behind; a refusal is JSON."""
    with transaction.atomic():
        answer = client.generic(method, f"/api/v1/{path}", json.dumps(body), "application/json")
        transaction.set_rollback(True)
    if 400 <= answer.status_code < 500:
        assert isinstance(json.loads(answer.content), dict | list)
    return answer.status_code


def failing(client: Client, method: str, path: str, body: Any) -> list[str]:
    """Each wrong body to which the server has no answer; the right one is taken."""
    assert status_of(client, method, path, body) < 300
    return [
        f"{path} {json.dumps(wrong)[:200]}" for wrong in variants(body) if status_of(client, method, path, wrong) >= 500
    ]


def failing_forms(client: Client, path: str, fields: dict[str, str]) -> list[str]:
    """The same of a form, for each of its fields."""
    found = []
    for name in fields:
        for wrong in TYPED:
            data = {key: value for key, value in {**fields, name: wrong}.items() if value is not None}
            with transaction.atomic():
                if client.post(path, data).status_code >= 500:
                    found.append(f"{path} {name}={wrong!r:.60}")
                transaction.set_rollback(True)
    return found


def test_what_authors_send() -> None:
    now = timezone.now()
    campaign, (author, *_) = marking_campaign(videos=2)
    key = key_of(begun(author, now=now).share.batch.video)
    number, named = drafted(author, now=now).number, {"campaign": campaign.slug}
    picture = {"task": "ims", "text": "When?", "segments": SEGMENTS, "condition": {"key": key, "at_ms": 5000}}
    here = browser(author)
    assert failing(here, "POST", "asks/", {**named, "task": "ms"}) == []
    assert failing(here, "PUT", f"asks/{number}/", {**named, **picture}) == []
    assert failing(here, "POST", f"asks/{number}/submit/", {**named, "key": "q", "shown_ms": 5, "ago_ms": 5}) == []
    watched = {"key": key, "watched": SEGMENTS, "bookmarks": [1000], "at_ms": 5}
    assert failing(here, "POST", "viewing/", {**named, **watched}) == []


def test_what_markers_and_third_persons_send() -> None:
    now = timezone.now()
    earlier = now - timedelta(minutes=30)
    campaign, (author, marker, third) = marking_campaign()
    asked(author, condition_video=campaign.videos.get(), condition_ms=5000, now=earlier)
    asked(author, now=earlier)
    finished(author, now=earlier)
    one, two = sorted(claim(marker, 5, now=earlier), key=lambda seat: seat.pair.number)
    mark(marker, two, [[14_000, 26_000], [30_000, 31_000]], now=earlier)
    settle(campaign, now=earlier)
    named = {"campaign": campaign.slug}
    judged = {"segments": SEGMENTS, "specific": True, "condition_needed": True, "complete": True, "note": "n"}
    entry = {"seat": str(one.public_id), "key": "m", "shown_ms": 5, "ago_ms": 5, "plays": 1, **judged}
    assert failing(browser(marker), "POST", "scores/", {**named, "claim": 3, "scores": [entry]}) == []
    (seat,) = claim(third, 1, now=now)
    replies = [
        {"span": [10_000, 26_000], "word": "edges", "segments": [[10_000, 20_000]]},
        {"span": [30_000, 31_000], "word": "yes"},
    ]
    entry = {"seat": str(seat.public_id), "key": "t", "pieces": replies, "note": "n"}
    assert failing(browser(third), "POST", "scores/", {**named, "scores": [entry]}) == []


def test_what_is_sent_about_captions() -> None:
    campaign = decided_campaign()
    judge, named = make_member(campaign), {"campaign": campaign.slug}
    draw_windows(campaign=campaign, now=timezone.now(), actor="L9")
    here, lead = browser(judge), browser(make_lead(campaign))
    here.post("/api/v1/captions/next/", named, content_type="application/json")
    held, decision = DerivedAsk.objects.get(holder=judge).pk, {"decision": "reject", "text": "t", "reason": "r"}
    own = {**named, **decision, "key": "k", "shown_ms": 5, "ago_ms": 5}
    assert failing(here, "POST", f"captions/{held}/judge/", own) == []
    assert failing(lead, "POST", f"campaigns/{campaign.slug}/captions/{held}/decide/", decision) == []


def test_the_forms_of_leads_and_admins() -> None:
    campaign, people = marking_campaign()
    number = disputed(campaign, people).number
    lead, admin = browser(make_lead(campaign)), browser(make_admin())
    at, about = f"/c/{campaign.slug}", f"/c/{campaign.slug}/questions/{number}"
    own = {"decision": "settle", "note": "n", "back": "question", "piece-0": "own", "own-0": "0:10 – 0:20"}
    assert failing_forms(lead, f"{about}/decide/", own) == []
    text = {"text": "When else?", "meaning": "same", "reason": "r", "seen": "1"}
    assert failing_forms(lead, f"{about}/reword/", text) == []
    assert failing_forms(lead, f"{about}/undo/", {"reason": "r", "seen": "1"}) == []
    assert failing_forms(lead, f"{at}/quotas/", {"domain": "", "wanted-ms": "3", "wanted-ims": "3", "seen": ""}) == []
    rules = {"gap_ms": "1000", "min_iou": "0.5", "sure_iou": "0.9", "extent": "outer", "grace_s": "60", "seen": "1"}
    assert failing_forms(admin, f"{at}/marking-rules/", rules) == []
    assert failing_forms(admin, f"{at}/captions/write/", {"language": "English", "frames": "8", "rate": "60"}) == []
