"""The review page: batches that await a lead, all queries, and those that need attention."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.views.access import person_asking
from consensus.selectors.pages import campaign_progress, led_campaign
from consensus.selectors.review_list import awaiting_reviews, listed_queries, query_rows, review_cards
from consensus.selectors.warnings import open_warnings

CARDS_A_PAGE = 24
ROWS_A_PAGE = 50
LISTS = ("awaiting", "all", "attention")


@require_safe
@login_required
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """The list that `show` names, awaiting where it names none."""
    lead = led_campaign(person_asking(request), slug)
    shown = request.GET.get("show", "")
    shown = shown if shown in LISTS else "awaiting"
    context = {
        "campaign": lead.campaign,
        "progress": campaign_progress(lead),
        "warnings": list(open_warnings(lead.campaign)),
        "shown": shown,
    }
    if shown == "awaiting":
        page = Paginator(awaiting_reviews(lead), CARDS_A_PAGE).get_page(request.GET.get("page"))
        return render(request, "consensus/review.html", {**context, "page": page, "cards": review_cards(page)})
    queries = listed_queries(lead, attention=shown == "attention")
    rows = Paginator(queries, ROWS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "consensus/review.html", {**context, "page": rows, "rows": query_rows(list(rows))})
