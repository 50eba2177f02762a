"""Refuses addresses with control characters, which no route, file or column takes: 404 in the path, 400 after the `?`.

PostgreSQL knows no NUL in text, so such an address was an error of the server wherever something was looked up by it.
A cookie with such a character is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote_plus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
BUT_TABS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")  # a cell that is pasted into a search may bring one
Answering = Callable[[HttpRequest], HttpResponseBase]


def plain_addresses(answer: Answering) -> Answering:
    """The middleware; it comes before the one that looks for static files."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        if CONTROL.search(request.path):
            return _refused(request, 404, "no page has an address with control characters")
        if BUT_TABS.search(unquote_plus(request.META.get("QUERY_STRING", ""))):
            return _refused(request, 400, "the address contains control characters after its question mark")
        for name in [name for name, value in request.COOKIES.items() if CONTROL.search(value)]:
            del request.COOKIES[name]
        return answer(request)

    return answered


def _refused(request: HttpRequest, status: int, problem: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        refused: HttpResponse = JsonResponse({"detail": problem}, status=status)
    else:
        refused = HttpResponse(f"{problem}\n", "text/plain; charset=utf-8", status)
    refused["Cache-Control"] = "private, no-store"
    return refused
