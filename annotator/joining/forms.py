"""Reads which version of a text somebody had before them."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest


def asked_version(request: HttpRequest, field: str = "version") -> int | None:
    """The number in the field, None if it is empty; raises BadRequest if it is no number."""
    seen = request.POST.get(field, "")
    if seen and not (seen.isascii() and seen.isdigit() and len(seen) < 6):
        raise BadRequest(f"{field}: expected a number")
    return int(seen) if seen else None
