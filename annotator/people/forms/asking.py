"""Who asks, and for which campaign: what every call of the annotator's program checks."""

from __future__ import annotations

from urllib.parse import unquote

from django.http import Http404
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request

from annotator.models import Membership, Role, Standing, User
from annotator.people.forms.rest import asked_object
from annotator.people.selectors.memberships import asked_memberships

WITH_BODY = ("POST", "PUT")


class AnotherWorker(APIException):
    """The program works for one person, and another is signed in: what it sends is not theirs."""

    status_code = 409
    default_detail = "another worker is signed in"


def asking_annotator(request: Request) -> Membership:
    """The annotator's membership that the request is for.

    400 if several fit and `campaign` is not given, 403 for the suspended and for leads and admins,
    404 for a campaign that the person is not in, 409 if the header `X-Worker-ID` names somebody else.
    """
    user = request.user
    assert isinstance(user, User)  # every view asks for authentication
    if unquote(request.META.get("HTTP_X_WORKER_ID", user.username)) != user.username:
        raise AnotherWorker
    slug = _campaign_named(request)
    members = asked_memberships(user, slug)
    if user.is_admin or (members and all(member.role == Role.LEAD for member in members)):
        raise PermissionDenied("leads and admins cannot score pairs")
    members = [member for member in members if member.role == Role.ANNOTATOR]
    if not members:
        raise Http404
    if len(members) > 1:
        raise ValidationError({"campaign": ["you are in several campaigns; name one"]})
    if members[0].standing == Standing.SUSPENDED:
        raise PermissionDenied("suspended")
    return members[0]


def _campaign_named(request: Request) -> str | None:
    slug = request.query_params.get("campaign")
    if slug is None and request.method in WITH_BODY:
        slug = asked_object(request).get("campaign")
    if slug is not None and not (isinstance(slug, str) and slug.isascii() and slug.isprintable()):
        raise ValidationError({"campaign": ["expected a campaign's slug"]})
    return slug
