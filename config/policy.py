"""The content security policy as a header, worked out once instead of with every answer."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# What django-csp's decorators leave on an answer.
CHANGES = {f"_csp_{change}{kind}" for change in ("config", "exempt", "replace", "update") for kind in ("", "_ro")}


class OnePolicyMiddleware(CSPMiddleware):
    """django-csp's, which makes the same header of the same settings each time; what a view changes is left to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self.policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the header."""
        changed = not CHANGES.isdisjoint(vars(response)) or hasattr(request, "_csp_nonce")
        if changed or settings.DEBUG:
            return super().process_response(request, response)
        response.setdefault(HEADER, self.policy)
        return response
