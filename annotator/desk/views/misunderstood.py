"""The page for what a form or an address of ours never sends."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render


def misunderstood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, with the field and what was expected there; bare where Django refused the request itself."""
    if not isinstance(exception, BadRequest):
        return HttpResponseBadRequest("<!doctype html><title>Bad request</title><h1>Bad request</h1>")
    return render(request, "400.html", {"problem": str(exception)}, status=400)
