"""One person over time, and the warnings about them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import PersonWarning
from annotator.people.selectors.access import led_campaign, person_asking
from consensus.people.services.warning import answer_warning
from console.frame.forms import INBOX
from console.people.selectors.person import person_in, person_page
from console.people.selectors.waiting_seats import waiting_seats_of


@require_safe
@login_required
@never_cache
def person(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The person's figures in blocks of a hundred scores, or `by=week`."""
    lead = led_campaign(person_asking(request), slug)
    by = "week" if request.GET.get("by") == "week" else "scores"
    member = person_in(lead, pseudonym)
    context = {
        "campaign": lead.campaign,
        "shown": person_page(member, by="week" if by == "week" else "scores"),
        "waiting": waiting_seats_of(member),
        "by": by,
    }
    return render(request, "console/people/person.html", context)


@require_POST
@login_required
def warning_answer(request: HttpRequest, slug: str, warning_id: int) -> HttpResponse:
    """A lead dealt with the warning."""
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
