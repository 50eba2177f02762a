"""The lead's page on contradictions: overlapping moments that were judged apart."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_grading, person_asking
from consensus.contradictions.selectors import contradictions as found_in
from consensus.contradictions.selectors import shown_contradictions
from moments.ranking.overlaps import OVERLAP

OVERLAPS = {"0.5": 0.5, "0.6": 0.6, str(OVERLAP): OVERLAP, "0.8": 0.8, "0.9": 0.9}
GROUPS_A_PAGE = 10


@require_safe
@login_required
def contradictions(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `iou` is the least overlap, one of a few."""
    lead = led_grading(person_asking(request), slug)
    chosen = request.GET.get("iou", "")
    chosen = chosen if chosen in OVERLAPS else str(OVERLAP)
    found = found_in(lead.campaign, OVERLAPS[chosen])
    page = Paginator(found, GROUPS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "chosen": chosen,
        "overlaps": OVERLAPS,
        "count": len(found),
        "page": page,
        "shown": "",
        "kept": f"iou={chosen}&",
        "groups": shown_contradictions(list(page)),
    }
    return render(request, "console/contradictions/contradictions.html", context)
