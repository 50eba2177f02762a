"""Who asks for a page."""

from __future__ import annotations

from django.http import HttpRequest

from annotator.models import User


def person_asking(request: HttpRequest) -> User:
    """The person signed in; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user
