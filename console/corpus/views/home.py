"""The admin's page on the corpus: what it holds, and what comes next on the road to opening."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import administered_campaign, person_asking
from console.corpus.selectors.home import corpus_counts, corpus_road


@require_safe
@login_required
def corpus(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = administered_campaign(person_asking(request), slug)
    counts = corpus_counts(campaign)
    context = {"campaign": campaign, "corpus": counts, "road": corpus_road(campaign, counts)}
    return render(request, "console/corpus/home.html", context)
