"""What somebody is told who typed a wrong password too often."""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext

from annotator.selectors.lockouts import address_of, locked_until


def locked_out(request: HttpRequest, original: HttpResponse, credentials: dict[str, Any] | None) -> HttpResponse:
    """429 with how long to wait, as a page or, below /api/, as JSON; django-axes calls it."""
    minutes = _minutes_left(request, (credentials or {}).get("username") or "")
    if request.path.startswith("/api/"):
        answer: HttpResponse = JsonResponse({"detail": _said(minutes)}, status=429)
    else:
        answer = render(request, "annotator/locked.html", {"said": _said(minutes)}, status=429)
    answer["Retry-After"] = str(60 * minutes)
    answer["Cache-Control"] = "no-store"
    return answer


def _minutes_left(request: HttpRequest, username: str) -> int:
    now = timezone.now()
    until = locked_until([username], now=now, address=address_of(request)).get(username)
    left = until - now if until else settings.AXES_COOLOFF_TIME
    return max(1, math.ceil(left.total_seconds() / 60))


def _said(minutes: int) -> str:
    words = ngettext(
        "Too many wrong passwords for this worker ID from here. Wait {n} minute, then try again.",
        "Too many wrong passwords for this worker ID from here. Wait {n} minutes, then try again.",
        minutes,
    )
    return words.format(n=minutes)
