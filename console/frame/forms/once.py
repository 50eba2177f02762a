"""Keeps a reloaded answer from doing again what its form did, where that made a secret that is shown once."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

FIELD = "once"
KEPT = 20


def new_mark() -> str:
    """What a page's forms carry, to be known again."""
    return secrets.token_urlsafe(9)


def was_done(request: HttpRequest) -> bool:
    """Whether this very form was sent before; one without a mark never was."""
    return _mark(request) in request.session.get("done_once", [])


def keep_done(request: HttpRequest) -> None:
    """Remember, with the session, that the form has done its work."""
    if request.POST.get(FIELD):
        request.session["done_once"] = [*request.session.get("done_once", []), _mark(request)][-KEPT:]


def _mark(request: HttpRequest) -> str:
    return f"{request.path} {request.POST.get(FIELD, '')[:40]}"
