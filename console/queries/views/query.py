"""The pages of one query, and of why a pair of it is what it is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.guideline.levels import LEVELS
from annotator.people.selectors.access import led_grading, person_asking
from consensus.queries.services.prioritising import HIGHEST_PRIORITY, LOWEST_PRIORITY
from console.queries.selectors.query import query_page
from console.queries.selectors.why import why


@require_safe
@login_required
def query(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """Its charts, suggestion, pairs and history."""
    lead = led_grading(person_asking(request), slug)
    context = {
        "campaign": lead.campaign,
        "shown": query_page(lead, query_id),
        "levels": LEVELS,
        "priorities": range(HIGHEST_PRIORITY, LOWEST_PRIORITY - 1, -1),
    }
    return render(request, "console/queries/query.html", context)


@require_safe
@login_required
def why_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entries of the ledger that led to the pair's verdict."""
    lead = led_grading(person_asking(request), slug)
    return render(request, "console/queries/why.html", {"campaign": lead.campaign, "shown": why(lead, number)})
