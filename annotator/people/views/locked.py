"""The page that people see after too many wrong passwords."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext

from annotator.people.selectors.lockouts import address_of, address_waits_until, locked_until


def locked_out(request: HttpRequest, original: HttpResponse, credentials: dict[str, Any] | None) -> HttpResponse:
    """429 with how long to wait, as a page or, below /api/, as JSON; django-axes calls it."""
    now, address = timezone.now(), address_of(request)
    if until := address_waits_until(address, now=now):
        return address_waits(request, until - now)
    username = (credentials or {}).get("username") or ""
    until = locked_until([username], now=now, address=address).get(username)
    return _answer(request, _for_worker_id, until - now if until else settings.AXES_COOLOFF_TIME)


def address_waits(request: HttpRequest, left: timedelta) -> HttpResponse:
    """429 for everybody at an address from which too many sign-ins failed."""
    return _answer(request, _for_address, left, whole_address=True)


def _answer(
    request: HttpRequest, words: Callable[[int], str], left: timedelta, *, whole_address: bool = False
) -> HttpResponse:
    minutes = max(1, math.ceil(left.total_seconds() / 60))
    message = words(minutes)
    if request.path.startswith("/api/"):
        answer: HttpResponse = JsonResponse({"detail": message}, status=429)
    else:
        shown = {"message": message, "whole_address": whole_address}
        answer = render(request, "annotator/people/locked.html", shown, status=429)
    answer["Retry-After"] = str(60 * minutes)
    answer["Cache-Control"] = "no-store"
    return answer


def _for_worker_id(minutes: int) -> str:
    words = ngettext(
        "The password for this worker ID was wrong too many times. Wait {n} minute, then try again.",
        "The password for this worker ID was wrong too many times. Wait {n} minutes, then try again.",
        minutes,
    )
    return words.format(n=minutes)


def _for_address(minutes: int) -> str:
    words = ngettext(
        "Too many sign-ins from your network have failed. Wait {n} minute, then try again.",
        "Too many sign-ins from your network have failed. Wait {n} minutes, then try again.",
        minutes,
    )
    return words.format(n=minutes)
