"""Keeps answers out of every cache: the Back button after a sign-out, or a proxy, would show them to somebody else."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

Answering = Callable[[HttpRequest], HttpResponseBase]


def unkept(answer: Answering) -> Answering:
    """The middleware: unless an answer states how long it may be cached, as clips do, it is stored nowhere.

    Static files are answered by the middleware above it.
    """

    def answered(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        response.setdefault("Cache-Control", "private, no-store")
        return response

    return answered
