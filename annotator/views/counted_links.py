"""Holds guesses at secret links to the bound of their address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from annotator.selectors.lockouts import address_of, address_waits_until
from annotator.services.lockouts import count_made_up_link
from annotator.views.locked import address_waits

LinkView = Callable[[HttpRequest, str], HttpResponse]


def counted_link(view: LinkView) -> LinkView:
    """A view of links with a secret: what it knows nothing of, and so answers with 404, is a failed sign-in.

    From an address over its bound no link is looked up, but for people who are signed in.
    """

    @wraps(view)
    def answer(request: HttpRequest, token: str) -> HttpResponse:
        now, address = timezone.now(), address_of(request)
        until = address_waits_until(address, now=now)
        if until is not None and not request.user.is_authenticated:
            return address_waits(request, until - now)
        response = view(request, token)
        if response.status_code == 404 and until is None:
            count_made_up_link(secret=token, address=address)
        return response

    return answer
