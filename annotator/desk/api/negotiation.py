"""Chooses what an answer is written in, without looking further if there is no choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

ANYTHING = "*/*"


class PlainNegotiation(DefaultContentNegotiation):
    """As the framework's; a program that takes anything, or the one type there is, gets the first at once."""

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        """The renderer, and the media type that it writes."""
        first, accepted = next(iter(renderers)), request.META.get("HTTP_ACCEPT", ANYTHING)
        if accepted in (ANYTHING, first.media_type) and not request.META.get("QUERY_STRING") and format_suffix is None:
            return first, first.media_type
        return super().select_renderer(request, renderers, format_suffix)
