"""Shows on the next page why an action was refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from moments.base.errors import BadInput


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Turn BadInput into a message for the person: nothing was changed, and why."""
    try:
        yield
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
