"""One person over time, the warnings about them, and the seats that wait in their queue."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import Membership, PersonWarning
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from annotator.seats.services.reassigning import reassign_seats, release_seats
from consensus.people.services.warning import answer_warning
from console.frame.forms import INBOX, note_in, refusals_shown
from console.people.selectors.marking_person import marking_person_page
from console.people.selectors.person import person_in, person_page
from console.people.selectors.twin_person import twin_person_page
from console.people.selectors.waiting_seats import waiting_seats_of
from moments.base.errors import BadInput
from moments.models import Query


@require_safe
@login_required
@never_cache
def person(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The person's figures in blocks of a hundred scores, or `by=week`; of other kinds, their work."""
    lead = led_campaign(person_asking(request), slug)
    if lead.campaign.is_twin:
        return _twin_person(request, lead, pseudonym)
    if not lead.campaign.is_graded:
        return _marking_person(request, lead, pseudonym)
    by = "week" if request.GET.get("by") == "week" else "scores"
    member = person_in(lead, pseudonym)
    context = {
        "campaign": lead.campaign,
        "shown": person_page(member, by="week" if by == "week" else "scores"),
        "waiting": waiting_seats_of(member),
        "by": by,
    }
    return render(request, "console/people/person.html", context)


def _twin_person(request: HttpRequest, lead: Lead, pseudonym: str) -> HttpResponse:
    member = person_in(lead, pseudonym)
    context = {
        "campaign": lead.campaign,
        "shown": twin_person_page(member),
        "waiting": waiting_seats_of(member),
    }
    return render(request, "console/people/twin_person.html", context)


def _marking_person(request: HttpRequest, lead: Lead, pseudonym: str) -> HttpResponse:
    member = person_in(lead, pseudonym)
    context = {
        "campaign": lead.campaign,
        "shown": marking_person_page(member, now=timezone.now()),
        "waiting": waiting_seats_of(member),
    }
    return render(request, "console/people/marking_person.html", context)


@require_POST
@login_required
def warning_answer(request: HttpRequest, slug: str, warning_id: int) -> HttpResponse:
    """Mark the warning as handled."""
    lead = led_campaign(person_asking(request), slug)
    found = PersonWarning.objects.select_related("member__campaign")
    warning = get_object_or_404(found, pk=warning_id, member__campaign=lead.campaign)
    if answer_warning(warning=warning, now=timezone.now(), actor=lead.actor):
        messages.success(request, "The warning is marked as handled. Later scores may raise another.")
    else:
        messages.error(request, "No changes were made: the warning is already handled.")
    if request.POST.get("back") == INBOX:
        return redirect(INBOX, slug)
    return redirect("person", slug, warning.member.pseudonym)


@require_POST
@login_required
def person_seats(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """Reassign the waiting seats to `to`, or release them, as `do` says; all of them or those of one query."""
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
    asked = request.POST.get("query", "")
    if not asked:
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
