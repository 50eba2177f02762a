"""Leaves the session cookie alone where the request has not ended the session itself."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse


class SteadyCookieMiddleware(SessionMiddleware):
    """Django's middleware, except that it does not remove the cookie of a session that has ended.

    A tab may send a request under the old session while another tab signs in. If its response came last and removed
    the cookie, the person would be signed out again. Signing out still removes it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The response; its cookie only where this request has changed the session."""
        response = super().process_response(request, response)
        if not request.session.modified:
            response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return response
