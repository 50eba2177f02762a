"""The ranking inspector: a query, its candidates with clips and captions, two sources side by side."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_grading, person_asking
from console.ranking.selectors import inspected_query, queries_found, side_by_side
from moments.clips.selectors.clips import HIGHEST_ID
from moments.models import Campaign, Query
from moments.ranking.selectors import PAIRS, listed_sources

QUERIES_A_PAGE = 12
LONGEST_FIND = 200


@require_safe
@login_required
def corpus_ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The page: `find` searches queries, `query` is one's query_id, `left` and `right` name sources."""
    campaign = led_grading(person_asking(request), slug).campaign
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    page = Paginator(queries_found(campaign, find), QUERIES_A_PAGE).get_page(request.GET.get("page"))
    sources = [PAIRS, *listed_sources(campaign)]
    left, right = _chosen(request, sources)
    query = _query(request, campaign, page)
    kept = {"find": find, "left": left, "right": right}
    context = {
        "campaign": campaign,
        "find": find,
        "page": page,
        "sources": sources,
        "left": left,
        "right": right,
        "query": query,
        "kept": urlencode(kept) + "&",
        "shown": query.query_id if query else "",
        "sides": side_by_side(query, [left, right]) if query else [],
    }
    return render(request, "console/ranking/ranking.html", context)


def _chosen(request: HttpRequest, sources: list[str]) -> tuple[str, str]:
    """The two sources asked for; the pairs and the first list if none or no known one is named."""
    left, right = request.GET.get("left", ""), request.GET.get("right", "")
    first = left if left in sources else PAIRS
    rest = [source for source in sources if source != first]
    return first, right if right in sources else (rest or sources)[0]


def _query(request: HttpRequest, campaign: Campaign, page: Page[Query]) -> Query | None:
    """The query asked for, else the first of those listed."""
    asked = request.GET.get("query", "")
    if asked:
        is_number = asked.isascii() and asked.isdigit() and len(asked) <= len(str(HIGHEST_ID))
        if not is_number or int(asked) > HIGHEST_ID:
            raise Http404("no such query")
        return inspected_query(campaign, int(asked))
    return next(iter(page), None)
