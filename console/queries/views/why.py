"""The page that answers why a pair is what it is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from console.queries.selectors.why import why


@require_safe
@login_required
def why_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entries of the ledger that led to the pair's verdict."""
    lead = led_campaign(person_asking(request), slug)
    return render(request, "console/queries/why.html", {"campaign": lead.campaign, "shown": why(lead, number)})
