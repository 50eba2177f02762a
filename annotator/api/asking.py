"""Who asks, for which campaign, and with what numbers: what every call of the annotator's program checks."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request

from annotator.models import Membership, Role, Standing, User
from annotator.selectors.people import memberships
from annotator.services.claiming import MOST_CLAIMED


def asking_annotator(request: Request) -> Membership:
    """The annotator's membership that the request is for.

    400 where several fit and `campaign` is not given, 403 for the suspended and for leads and admins,
    404 for a campaign that the person is not in.
    """
    user = request.user
    assert isinstance(user, User)  # every view asks for authentication
    slug = _campaign_named(request)
    members = list(memberships(user, slug=slug))
    if user.is_admin or (members and all(member.role == Role.LEAD for member in members)):
        raise PermissionDenied("leads and admins hold no seats")
    members = [member for member in members if member.role == Role.ANNOTATOR]
    if not members:
        raise Http404
    if len(members) > 1:
        raise ValidationError({"campaign": ["you are in several; name one"]})
    if members[0].standing == Standing.SUSPENDED:
        raise PermissionDenied("suspended")
    return members[0]


def asked_object(request: Request) -> dict[str, Any]:
    """The request's body; 400 unless it is a JSON object."""
    if not isinstance(request.data, dict):
        raise ValidationError({"detail": "expected a JSON object"})
    return request.data


def asked_count(value: object, field: str) -> int:
    """A number of seats to claim; 400 unless it is an integer from 0 to 50."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_CLAIMED:
        raise ValidationError({field: [f"expected an integer from 0 to {MOST_CLAIMED}"]})
    return value


def _campaign_named(request: Request) -> str | None:
    slug = request.query_params.get("campaign")
    if slug is None and request.method == "POST":
        slug = asked_object(request).get("campaign")
    if slug is not None and (not isinstance(slug, str) or "\0" in slug):
        raise ValidationError({"campaign": ["expected a campaign's slug"]})
    return slug
