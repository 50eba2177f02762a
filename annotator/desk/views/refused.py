"""The page for who may not see a page; it tells the suspended why."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.checks.selectors import pause_words
from annotator.people.selectors.access import Suspended


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403, with what a suspended person is to know."""
    words = pause_words(exception.member) if isinstance(exception, Suspended) else []
    return render(request, "403.html", {"words": words}, status=403)
