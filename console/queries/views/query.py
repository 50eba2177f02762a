"""The pages of one query, of one pair, and of why a pair is what it is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from annotator.people.selectors.access import led_grading, person_asking
from consensus.queries.services.prioritising import HIGHEST_PRIORITY, LOWEST_PRIORITY
from console.queries.selectors.query import query_page
from console.queries.selectors.rows import row_of_pair
from console.queries.selectors.why import why
from moments.campaign.selectors import levels_of


@require_safe
@login_required
def query(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """Its charts, suggestion, pairs and history."""
    lead = led_grading(person_asking(request), slug)
    context = {
        "campaign": lead.campaign,
        "shown": query_page(lead, query_id),
        "levels": levels_of(lead.campaign),
        "priorities": range(HIGHEST_PRIORITY, LOWEST_PRIORITY - 1, -1),
    }
    return render(request, "console/queries/query.html", context)


@require_safe
@login_required
@vary_on_headers("HX-Request")
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One pair with its clip and all that can be done about it; for a panel beside its row, only that."""
    lead = led_grading(person_asking(request), slug)
    context = {"campaign": lead.campaign, "row": row_of_pair(lead, number), "levels": levels_of(lead.campaign)}
    is_panel = request.headers.get("HX-Request") == "true"
    return render(request, f"console/queries/{'_pair' if is_panel else 'pair'}.html", context)


@require_safe
@login_required
def why_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entries of the ledger that led to the pair's verdict."""
    lead = led_grading(person_asking(request), slug)
    return render(request, "console/queries/why.html", {"campaign": lead.campaign, "shown": why(lead, number)})
