"""Who asks, for which campaign, and with what numbers: what every call of the annotator's program checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from django.http import Http404
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request

from annotator.models import Membership, Role, Standing, User
from annotator.people.forms.rest import asked_object
from annotator.people.selectors.memberships import asked_memberships
from annotator.seats.services.leasing import MOST_CLAIMED

MOST_PLAYED = 10
MOST_NAMED = 50


@dataclass(frozen=True, slots=True)
class Wants:
    """How the program wants its seats: the media types that it can play, and the seats that it has already."""

    plays: list[str]
    known: frozenset[UUID]


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


def asked_count(value: object, field: str) -> int:
    """A number of seats to claim; 400 unless it is an integer from 0 to 50."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_CLAIMED:
        raise ValidationError({field: [f"expected an integer from 0 to {MOST_CLAIMED}"]})
    return value


def asked_wants(body: dict[str, Any]) -> Wants:
    """`plays` and `known`; 400 unless they are lists of at most 10 and 50 strings."""
    return Wants(_strings(body, "plays", MOST_PLAYED), frozenset(asked_seats(body, "known")))


def asked_plays(value: str | None) -> list[str]:
    """Media types, comma-separated; 400 for more than ten."""
    plays = value.split(",") if value else []
    if len(plays) > MOST_PLAYED:
        raise ValidationError({"plays": [f"expected at most {MOST_PLAYED} media types"]})
    return plays


def asked_seats(body: dict[str, Any], field: str) -> list[UUID]:
    """The ids of seats in `field`; 400 unless they are at most 50 strings. What is no id is no seat's."""
    found = []
    for text in _strings(body, field, MOST_NAMED):
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found


def _strings(body: dict[str, Any], field: str, most: int) -> list[str]:
    values = body.get(field)
    if values is None:
        return []
    if not isinstance(values, list) or len(values) > most or not all(isinstance(value, str) for value in values):
        raise ValidationError({field: [f"expected a list of at most {most} strings"]})
    return values


def _campaign_named(request: Request) -> str | None:
    slug = request.query_params.get("campaign")
    if slug is None and request.method == "POST":
        slug = asked_object(request).get("campaign")
    if slug is not None and not (isinstance(slug, str) and slug.isascii() and slug.isprintable()):
        raise ValidationError({"campaign": ["expected a campaign's slug"]})
    return slug
