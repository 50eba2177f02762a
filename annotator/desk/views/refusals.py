"""The pages for requests that cannot be read, and for people who may not see a page."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render

from annotator.checks.selectors import pause_words
from annotator.people.selectors.access import Suspended


def misunderstood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, with the field and what was expected there; without a page if Django refused the request itself."""
    if not isinstance(exception, BadRequest):
        return HttpResponseBadRequest("<!doctype html><title>Bad request</title><h1>Bad request</h1>")
    return render(request, "400.html", {"problem": str(exception)}, status=400)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, with the reason if the person is suspended."""
    words = pause_words(exception.member) if isinstance(exception, Suspended) else []
    return render(request, "403.html", {"words": words}, status=403)
