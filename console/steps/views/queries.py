"""Queries: a sample of captions with its preview, and single queries that somebody types."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_grading, person_asking
from console.frame.forms import whole_number, with_label
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.corpus.files.text import LONGEST_TEXT
from moments.corpus.selectors.sampling import drawn_captions
from moments.corpus.services import add_query, sample_queries
from moments.models import Campaign, Split

SHOWN = 20
LABELS = {"count": "number of queries"}
DEFAULTS = {"split": Split.VAL.value, "count": "", "seed": "1"}


@require_safe
@login_required
@never_cache
def queries(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; with `count` in the address it shows what a sample with these settings would be."""
    return _page(request, led_grading(person_asking(request), slug).campaign)


@require_POST
@login_required
def queries_sample(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the queries that the preview showed."""
    lead = led_grading(person_asking(request), slug)
    try:
        made = sample_queries(
            campaign=lead.campaign,
            split=request.POST.get("split", ""),
            count=whole_number(request.POST.get("count", ""), "count"),
            seed=whole_number(request.POST.get("seed", ""), "seed", digits=9),
            now=timezone.now(),
            actor=lead.actor,
            seen=whole_number(request.POST.get("seen", ""), "seen", digits=19),
        )
    except BadInput as problem:
        return _page(request, lead.campaign, problem=with_label(problem, LABELS))
    messages.success(request, f"{counted(len(made), 'query', 'queries')} created. Find candidates for them next.")
    return redirect("corpus-queries", slug)


@require_POST
@login_required
def query_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Add the query that was typed."""
    lead = led_grading(person_asking(request), slug)
    split, text = request.POST.get("split", ""), request.POST.get("text", "")
    try:
        made = add_query(campaign=lead.campaign, text=text, split=split, now=timezone.now(), actor=lead.actor)
    except BadInput as problem:
        return _page(request, lead.campaign, problem=str(problem))
    messages.success(request, f"Query {made.query_id} created. Find candidates for it next.")
    return redirect("corpus-queries", slug)


def _page(request: HttpRequest, campaign: Campaign, *, problem: str = "") -> HttpResponse:
    typed = request.POST if request.method == "POST" else request.GET
    asked = {name: typed.get(name, "").strip()[:20] or value for name, value in DEFAULTS.items()}
    draw, count = None, 0
    try:
        count = whole_number(asked["count"], "count") if asked["count"] else 0
        draw = drawn_captions(campaign, count=count, seed=whole_number(asked["seed"], "seed", digits=9))
    except BadInput as error:
        problem = problem or with_label(error, LABELS)
    counts = dict(campaign.queries.order_by().values_list("split").annotate(n=Count("pk")))
    context = {
        "campaign": campaign,
        "problem": problem,
        "asked": asked,
        "draw": draw,
        "is_short": draw is not None and len(draw.chosen) < count,
        "shown": [text for _, text in draw.chosen[:SHOWN]] if draw else [],
        "splits": [(split.value, split.label, counts.get(split.value, 0)) for split in Split],
        "text": request.POST.get("text", "")[:LONGEST_TEXT],
        "longest": LONGEST_TEXT,
    }
    return render(request, "console/steps/queries.html", context, status=400 if problem else 200)
