"""Where leads give the seats that wait in a person's queue to somebody else, or back to everybody."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.models import Membership
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from annotator.seats.services.reassigning import reassign_seats, release_seats
from console.frame.forms import note_in, refusals_shown
from console.people.selectors.person import person_in
from moments.base.errors import BadInput
from moments.models import Query

ALL = ""


@require_POST
@login_required
def person_seats(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """Do with the waiting seats, all or of one query, what `do` says: reassign to `to`, or release."""
    lead = led_campaign(person_asking(request), slug)
    member = person_in(lead, pseudonym)
    with refusals_shown(request):
        messages.success(request, _done(request, lead, member))
    return redirect("person", slug, pseudonym)


def _done(request: HttpRequest, lead: Lead, member: Membership) -> str:
    query, reason, now = _query(request, lead), note_in(request, "reason"), timezone.now()
    do = request.POST.get("do", "")
    if do == "release":
        seats = release_seats(member=member, reason=reason, now=now, actor=lead.actor, query=query)
        return f"{_seats(seats)} released to all annotators."
    if do != "reassign":
        raise BadInput("do: expected reassign or release")
    to = _other(request, lead)
    done = reassign_seats(member=member, to=to, reason=reason, now=now, actor=lead.actor, query=query)
    stayed = f"; {done.skipped} stay because {to.pseudonym} has already seen these pairs" if done.skipped else ""
    return f"{_seats(done.seats)} went to {to.pseudonym}{stayed}."


def _seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"


def _query(request: HttpRequest, lead: Lead) -> Query | None:
    asked = request.POST.get("query", ALL)
    if asked == ALL:
        return None
    numbered = asked.isascii() and asked.isdecimal() and len(asked) < 19
    query = lead.campaign.queries.filter(query_id=int(asked)).first() if numbered else None
    if query is None:
        raise BadInput("query: expected the number of a query of this campaign")
    return query


def _other(request: HttpRequest, lead: Lead) -> Membership:
    pseudonym = request.POST.get("to", "")
    found = lead.campaign.members.select_related("campaign", "user")
    other = None if "\0" in pseudonym else found.filter(pseudonym=pseudonym, role="annotator").first()
    if other is None:
        raise BadInput("to: expected the pseudonym of an annotator of this campaign")
    return other
