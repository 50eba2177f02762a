"""What forms of leads share: the pair or query they are about, notes, refusals, where they lead back, marks of use."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from annotator.people.selectors.access import Lead, led_campaign, led_grading, person_asking
from moments.base.errors import BadInput
from moments.models import Pair, Query

INBOX, PROBLEMS = "inbox", "problems"
LONGEST_NOTE = 1000
MARKS_KEPT = 20


def asked_pair(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    """The lead and their campaign's pair of that number; raises Http404 if there is none."""
    lead = led_campaign(person_asking(request), slug)
    pairs = lead.campaign.pairs.select_related("campaign", "query", "moment", "batch__protocol")
    return lead, get_object_or_404(pairs, number=number)


def asked_graded_pair(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    """The same for what only pairs that are graded have; raises Http404 in a campaign of another kind."""
    led_grading(person_asking(request), slug)
    return asked_pair(request, slug, number)


def asked_query(request: HttpRequest, slug: str, query_id: int) -> tuple[Lead, Query]:
    """The lead and their campaign's query of that number; raises Http404 if there is none to grade."""
    lead = led_grading(person_asking(request), slug)
    return lead, get_object_or_404(lead.campaign.queries.select_related("campaign"), query_id=query_id)


def whole_number(text: str, field: str, *, digits: int = 5) -> int:
    """The number that was typed into the field; raises BadInput for anything else and for more digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise BadInput(f"{field}: expected a whole number")
    return int(text)


def note_in(request: HttpRequest, field: str) -> str:
    """The field's text without space around it; raises BadRequest if it is too long."""
    note = request.POST.get(field, "").strip()
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise BadRequest(f"{field}: expected at most {LONGEST_NOTE} characters")
    return note


@contextmanager
def refusals_shown(request: HttpRequest, outcome: str = "No changes were made") -> Iterator[None]:
    """Turn BadInput into a message for the person: the outcome, and why."""
    try:
        yield
    except BadInput as problem:
        messages.error(request, f"{outcome}: {problem}.")


def where_from(request: HttpRequest, slug: str, about: Pair | Query) -> str:
    """The inbox or the problems page if the form is on it, else the page of the query."""
    back = request.POST.get("back", "")
    if back in (INBOX, PROBLEMS):
        return reverse(back, args=[slug])
    if back == "resolved":
        return reverse(PROBLEMS, args=[slug]) + "?show=resolved"
    query = about if isinstance(about, Query) else about.query
    return reverse("query", args=[slug, query.query_id])


def new_mark() -> str:
    """The value of `once` in forms, so that reloading a page does not create a second secret."""
    return secrets.token_urlsafe(9)


def was_done(request: HttpRequest) -> bool:
    """Whether this very form was sent before; one without a mark never was."""
    return _mark(request) in request.session.get("done_once", [])


def keep_done(request: HttpRequest) -> None:
    """Remember, with the session, that the form has done its work."""
    if request.POST.get("once"):
        request.session["done_once"] = [*request.session.get("done_once", []), _mark(request)][-MARKS_KEPT:]


def _mark(request: HttpRequest) -> str:
    return f"{request.path} {request.POST.get('once', '')[:40]}"
