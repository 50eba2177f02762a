"""The review page: batches that await a lead, all queries, and those that need attention."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from consensus.people.selectors.warnings import open_warnings
from consensus.review.selectors import (
    awaiting_reviews,
    decided_lately,
    following,
    listed_queries,
    query_rows,
    review_cards,
)
from console.review.selectors import campaign_progress

CARDS_AT_ONCE = 24
ROWS_A_PAGE = 50
DECIDED_SHOWN = 8
MOST_KEY = 2**63 - 1
LISTS = ("awaiting", "all", "attention")


@require_safe
@never_cache
@login_required
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """The list that `show` names; by default the batches that await review."""
    lead = led_grading(person_asking(request), slug)
    shown = request.GET.get("show", "")
    shown = shown if shown in LISTS else "awaiting"
    if shown == "awaiting":
        return _awaiting(request, lead)
    queries = listed_queries(lead, attention=shown == "attention")
    rows = Paginator(queries, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {"campaign": lead.campaign, "shown": shown, "progress": campaign_progress(lead)}
    return render(request, "console/review/review.html", {**context, "page": rows, "rows": query_rows(list(rows))})


def _awaiting(request: HttpRequest, lead: Lead) -> HttpResponse:
    """The queue from its beginning, or behind the review `after`; htmx gets only the further cards."""
    after = _after(request)
    reviews = list(awaiting_reviews(lead, after=after)[: CARDS_AT_ONCE + 1])
    cards = review_cards(reviews[:CARDS_AT_ONCE])
    more = cards[-1].review.pk if len(reviews) > CARDS_AT_ONCE else None
    context = {"campaign": lead.campaign, "shown": "awaiting", "cards": cards, "more": more}
    if request.headers.get("HX-Request"):
        return render(request, "console/review/_cards.html", context)
    context |= {
        "after": after,
        "following": following(awaiting_reviews(lead)),
        "lately": decided_lately(lead, most=DECIDED_SHOWN),
        "actor": lead.actor,
        "warnings": list(open_warnings(lead.campaign)),
    }
    if not cards:
        context["progress"] = campaign_progress(lead)
    return render(request, "console/review/review.html", context)


def _after(request: HttpRequest) -> int | None:
    """The review named in the address; None if it is no number."""
    text = request.GET.get("after", "")
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_KEY))
    return int(text) if is_number and int(text) <= MOST_KEY else None
