"""The quick road of `POST scores/`: one score with a token, as programs send it by the thousand.

What it answers is what the view would; whatever it does not know it leaves to the view, and has done nothing then.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.utils import timezone
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer

from annotator.desk.api.authentication import KEYWORD
from annotator.desk.api.parsing import BoundedJSONParser
from annotator.desk.api.requests import Wants, asked_count, asked_seats, asked_wants
from annotator.desk.api.score_shapes import told
from annotator.desk.api.shapes import claim_body
from annotator.desk.services.working import label_of_token
from annotator.people.secret_links import digest_of

METHODS = "GET, POST, HEAD, OPTIONS"


@dataclass(frozen=True, slots=True)
class _Label:
    """What a usual request says."""

    digest: str
    campaign: str
    entries: list[Any]
    count: int
    body: dict[str, Any]
    wants: Wants


def quick_label(request: HttpRequest) -> HttpResponse | None:
    """The answer; None where the view is to give it."""
    usual = _usual(request) if connection.vendor == "postgresql" else None
    if usual is None:
        return None
    made = label_of_token(
        digest=usual.digest,
        campaign=usual.campaign,
        entries=usual.entries,
        count=usual.count,
        now=timezone.now(),
        shown=asked_seats(usual.body, "shown"),
        known=usual.wants.known,
    )
    if made is None:
        return None
    submitted, claim, news = made
    answer = told([submitted]) | claim_body(claim, usual.wants, news=news)
    return HttpResponse(JSONRenderer().render(answer), content_type="application/json", headers={"Allow": METHODS})


def _usual(request: HttpRequest) -> _Label | None:
    digest = _digest(request)
    if digest is None:
        return None
    try:
        body = BoundedJSONParser().parse(io.BytesIO(request.body))
        if not isinstance(body, dict):
            return None
        campaign, entries = body.get("campaign"), body.get("scores")
        if not isinstance(campaign, str) or not campaign.isascii() or not campaign.isprintable():
            return None
        if not isinstance(entries, list) or len(entries) != 1 or "claim" not in body:
            return None
        asked_seats(body, "shown")
        return _Label(digest, campaign, entries, asked_count(body["claim"], "claim"), body, asked_wants(body))
    except (APIException, RequestDataTooBig, UnreadablePostError):
        return None


def _digest(request: HttpRequest) -> str | None:
    """The digest of the token of a plain JSON request."""
    plain = request.method == "POST" and request.content_type == "application/json" and not request.content_params
    words = request.headers.get("Authorization", "").split()
    if not plain or len(words) != 2 or words[0].lower() != KEYWORD.lower():
        return None
    if request.META.get("QUERY_STRING") or "X-Worker-ID" in request.headers:
        return None
    accepted = request.headers.get("Accept", "*/*").strip()
    return digest_of(words[1]) if accepted in ("*/*", "application/json") else None
