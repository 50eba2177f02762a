"""Where leads set gold: pairs with a known answer that are slipped among people's seats."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.checks.selectors import staffing_of
from annotator.checks.services.golds import set_gold, stop_gold
from annotator.guideline.levels import LEVELS
from annotator.models import Gold
from annotator.people.selectors.access import led_campaign, person_asking
from console.checks.selectors import gold_counts, gold_rows, listed_golds, pairs_for_gold, shown_pairs
from console.frame.forms import asked_pair, note_in, refusals_shown
from evaluation.scale import SCALE

ROWS_A_PAGE = 20


@require_safe
@login_required
@never_cache
def golds(request: HttpRequest, slug: str) -> HttpResponse:
    """The gold there is; or, with `show=pairs`, the pairs that could be, those that fit `q` where it is given."""
    lead = led_campaign(person_asking(request), slug)
    shown = "pairs" if request.GET.get("show") == "pairs" else "golds"
    asked = request.GET.get("q", "").strip()[:200]
    context = {
        "campaign": lead.campaign,
        "shown": shown,
        "counts": gold_counts(lead.campaign),
        "staffing": staffing_of(lead.campaign),
        "levels": LEVELS,
        "asked": asked,
        "kept": urlencode({"q": asked}) + "&" if asked else "",
    }
    if shown == "pairs":
        page = Paginator(pairs_for_gold(lead.campaign, asked=asked), ROWS_A_PAGE).get_page(request.GET.get("page"))
        return render(request, "console/checks/golds.html", {**context, "page": page, "rows": shown_pairs(list(page))})
    listed = Paginator(listed_golds(lead.campaign), ROWS_A_PAGE).get_page(request.GET.get("page"))
    rows = gold_rows(list(listed))
    return render(request, "console/checks/golds.html", {**context, "page": listed, "rows": rows})


@require_POST
@login_required
def gold_set(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the pair gold with that answer, or change the answer."""
    lead, pair = asked_pair(request, slug, number)
    level = request.POST.get("level", "")
    relevance = SCALE.by_text.get(level, -1)
    with refusals_shown(request):
        set_gold(pair=pair, relevance=relevance, now=timezone.now(), actor=lead.actor)
        messages.success(request, f"Pair {number} is now gold with the answer {relevance}.")
    return redirect(_back(request, slug))


@require_POST
@login_required
def gold_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """No longer insert the pair among people's seats."""
    lead = led_campaign(person_asking(request), slug)
    found = Gold.objects.select_related("campaign", "pair__campaign", "pair__query")
    gold = get_object_or_404(found, campaign=lead.campaign, pair__number=number)
    if stop_gold(gold=gold, now=timezone.now(), actor=lead.actor):
        messages.success(request, f"Pair {number} will no longer be inserted. Its answers stay stored.")
    else:
        messages.error(request, f"No changes were made: pair {number} is already stopped.")
    return redirect(_back(request, slug))


def _back(request: HttpRequest, slug: str) -> str:
    """The list that the form stood in."""
    shown, asked = request.POST.get("show", ""), note_in(request, "q")
    kept = {"show": "pairs", **({"q": asked} if asked else {})} if shown == "pairs" else {}
    return reverse("golds", args=[slug]) + (f"?{urlencode(kept)}" if kept else "")
