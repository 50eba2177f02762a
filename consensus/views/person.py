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
from annotator.views.access import person_asking
from consensus.selectors.pages import led_campaign
from consensus.selectors.person import person_in, person_page
from consensus.services.warning import answer_warning


@require_safe
@login_required
@never_cache
def person(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The person's figures in blocks of a hundred scores, or `by=week`."""
    lead = led_campaign(person_asking(request), slug)
    by = "week" if request.GET.get("by") == "week" else "scores"
    shown = person_page(person_in(lead, pseudonym), by="week" if by == "week" else "scores")
    return render(request, "consensus/person.html", {"campaign": lead.campaign, "shown": shown, "by": by})


@require_POST
@login_required
def warning_answer(request: HttpRequest, slug: str, warning_id: int) -> HttpResponse:
    """A lead dealt with the warning."""
    lead = led_campaign(person_asking(request), slug)
    found = PersonWarning.objects.select_related("member__campaign")
    warning = get_object_or_404(found, pk=warning_id, member__campaign=lead.campaign)
    if answer_warning(warning=warning, now=timezone.now(), actor=lead.actor):
        messages.success(request, "The warning is answered; later scores may raise another.")
    else:
        messages.error(request, "Nothing was changed: the warning is answered already.")
    return redirect("person", slug, warning.member.pseudonym)
