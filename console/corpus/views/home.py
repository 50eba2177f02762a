"""The admin's pages on a corpus: what it holds, what comes next on the road to opening, and a search of its moments."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import administered_campaign, person_asking
from console.corpus.selectors.browser import CLIP_STATES, Search, moment_page, search_asked
from console.corpus.selectors.home import corpus_counts, corpus_road
from moments.base.errors import BadInput
from moments.models import MomentKind, Split

FIELDS = ("words", "video", "desc_id", "kind", "clip", "split")


@require_safe
@login_required
def corpus(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = administered_campaign(person_asking(request), slug)
    counts = corpus_counts(campaign)
    context = {"campaign": campaign, "corpus": counts, "road": corpus_road(campaign, counts)}
    return render(request, "console/corpus/home.html", context)


@require_safe
@login_required
def browser(request: HttpRequest, slug: str) -> HttpResponse:
    """The moments that the address asks for, fifty a page."""
    campaign = administered_campaign(person_asking(request), slug)
    asked = {field: request.GET[field] for field in FIELDS if request.GET.get(field)}
    problem, search = "", Search()
    try:
        search = search_asked(asked)
    except BadInput as error:
        problem = str(error)
    page, rows = moment_page(campaign, search, request.GET.get("page"))
    context = {
        "campaign": campaign,
        "problem": problem,
        "asked": asked,
        "page": page,
        "rows": rows,
        "kept": f"{urlencode(asked)}&" if asked else "",
        "kinds": MomentKind.choices,
        "clips": CLIP_STATES.items(),
        "splits": Split.choices,
    }
    return render(request, "console/corpus/browser.html", context, status=400 if problem else 200)
