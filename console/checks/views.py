"""Hidden checks: gold, the rates, and the rules that warn."""

from __future__ import annotations

import math
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.checks.selectors import gold_explanations, pairs_for_gold, staffing_of
from annotator.checks.services.golds import set_gold, stop_gold
from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.models import Gold, Staffing
from annotator.people.selectors.access import led_without_twins, person_asking
from console.checks.selectors import (
    gold_counts,
    gold_cover,
    listed_golds,
    marked_cover,
    marked_golds,
    marked_rows,
    with_clips,
)
from console.frame.forms import asked_pair, note_in, refusals_shown
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.models import Campaign

ROWS_A_PAGE = 20
NUMBERS = ("gold_rate", "repeat_rate", "pace_bar", "kappa_bar", "found_bar", "iou_bar")


@require_safe
@login_required
@never_cache
def golds(request: HttpRequest, slug: str) -> HttpResponse:
    """The gold pairs; or, with `show=pairs`, the pairs that could become gold, filtered by `q` if it is given."""
    lead = led_without_twins(person_asking(request), slug)
    shown = "pairs" if request.GET.get("show") == "pairs" else "golds"
    asked = request.GET.get("q", "").strip()[:200]
    context = {
        "campaign": lead.campaign,
        "shown": shown,
        "counts": gold_counts(lead.campaign),
        "staffing": staffing_of(lead.campaign),
        "levels": levels_of(lead.campaign),
        "asked": asked,
        "kept": urlencode({"q": asked}) + "&" if asked else "",
    }
    if not lead.campaign.is_graded:
        return _marked(request, lead.campaign, shown, asked, context)
    if shown == "pairs":
        page = Paginator(pairs_for_gold(lead.campaign, asked=asked), ROWS_A_PAGE).get_page(request.GET.get("page"))
        rows = [(pair, clip, None) for pair, clip in with_clips(list(page))]
        return render(request, "console/checks/golds.html", {**context, "page": page, "rows": rows})
    listed = Paginator(listed_golds(lead.campaign), ROWS_A_PAGE).get_page(request.GET.get("page"))
    clips = with_clips([gold.pair for gold in listed])
    context["explanations"] = gold_explanations(lead.campaign, [pair.number for pair, _ in clips])
    shown_golds = [(pair, clip, gold) for (pair, clip), gold in zip(clips, listed, strict=True)]
    return render(request, "console/checks/golds.html", {**context, "page": listed, "rows": shown_golds})


def _marked(request: HttpRequest, campaign: Campaign, shown: str, asked: str, context: dict[str, Any]) -> HttpResponse:
    """The same where the campaign marks."""
    if shown == "pairs":
        pairs = Paginator(pairs_for_gold(campaign, asked=asked), ROWS_A_PAGE).get_page(request.GET.get("page"))
        context |= {"page": pairs, "rows": marked_rows(campaign, list(pairs))}
    else:
        golds = Paginator(marked_golds(campaign), ROWS_A_PAGE).get_page(request.GET.get("page"))
        context |= {"page": golds, "rows": marked_rows(campaign, list(golds))}
        context["explanations"] = gold_explanations(campaign, [gold.pair.number for gold in golds])
    return render(request, "console/checks/marked_golds.html", context)


@require_POST
@login_required
def gold_set(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the pair gold with that answer, or change the answer."""
    lead, pair = asked_pair(request, slug, number)
    level = request.POST.get("level", "")
    relevance = lead.campaign.scale.by_text.get(level, -1) if lead.campaign.is_graded else None
    with refusals_shown(request):
        why = note_in(request, "explanation")
        set_gold(pair=pair, relevance=relevance, explanation=why, now=timezone.now(), actor=lead.actor)
        done = f"Pair {number} is now gold with the answer {relevance}."
        messages.success(request, done if relevance is not None else f"Question {number} is now gold.")
    return redirect(_back(request, slug))


@require_POST
@login_required
def gold_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """No longer insert the pair among people's seats."""
    lead = led_without_twins(person_asking(request), slug)
    found = Gold.objects.select_related("campaign", "pair__campaign", "pair__query")
    gold = get_object_or_404(found, campaign=lead.campaign, pair__number=number)
    if stop_gold(gold=gold, now=timezone.now(), actor=lead.actor):
        messages.success(request, f"Pair {number} will no longer be inserted. Its answers stay stored.")
    else:
        messages.error(request, f"No changes were made: pair {number} is already stopped.")
    return redirect(_back(request, slug))


def _back(request: HttpRequest, slug: str) -> str:
    """The list that the form was in."""
    shown, asked = request.POST.get("show", ""), note_in(request, "q")
    kept = {"show": "pairs", **({"q": asked} if asked else {})} if shown == "pairs" else {}
    return reverse("golds", args=[slug]) + (f"?{urlencode(kept)}" if kept else "")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def staffing(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings; a POST changes them."""
    lead = led_without_twins(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead.campaign, _typed(staffing_of(lead.campaign)))
    typed = {name: request.POST.get(name, "").strip() for name in NUMBERS}
    typed["pause_by_rule"] = "on" if "pause_by_rule" in request.POST else ""
    try:
        changed = set_staffing(campaign=lead.campaign, terms=_terms(typed), now=timezone.now(), actor=lead.actor)
    except BadInput as problem:
        return _page(request, lead.campaign, typed, problem=str(problem))
    messages.success(request, "The settings are saved." if changed else "The settings have not changed.")
    return redirect("staffing", slug)


def _terms(typed: dict[str, str]) -> StaffingTerms:
    """The settings as typed; rates and the pace bar are typed in percent."""
    return StaffingTerms(
        gold_rate=_number("gold_rate", typed) / 100,
        repeat_rate=_number("repeat_rate", typed) / 100 if typed["repeat_rate"] else 0,
        pace_bar=_number("pace_bar", typed) / 100,
        kappa_bar=_number("kappa_bar", typed) if typed["kappa_bar"] else None,
        pause_by_rule=bool(typed["pause_by_rule"]),
        found_bar=_number("found_bar", typed) / 100 if typed["found_bar"] else None,
        iou_bar=_number("iou_bar", typed) if typed["iou_bar"] else None,
    )


def _number(name: str, typed: dict[str, str]) -> float:
    try:
        number = float(typed[name])
    except ValueError as error:
        raise BadInput(f"{name}: expected a number") from error
    if not math.isfinite(number):
        raise BadInput(f"{name}: expected a number")
    return number


def _typed(terms: Staffing) -> dict[str, str]:
    return {
        "gold_rate": f"{100 * terms.gold_rate:g}",
        "repeat_rate": f"{100 * terms.repeat_rate:g}",
        "pace_bar": f"{100 * terms.pace_bar:g}",
        "kappa_bar": "" if terms.kappa_bar is None else f"{terms.kappa_bar:g}",
        "found_bar": "" if terms.found_bar is None else f"{100 * terms.found_bar:g}",
        "iou_bar": "" if terms.iou_bar is None else f"{terms.iou_bar:g}",
        "pause_by_rule": "on" if terms.pause_by_rule else "",
    }


def _page(request: HttpRequest, campaign: Campaign, typed: dict[str, str], *, problem: str = "") -> HttpResponse:
    context = {"campaign": campaign, "typed": typed, "problem": problem, "golds": gold_counts(campaign)}
    context["targets"] = terms = staffing_of(campaign)
    cover, page = (gold_cover, "staffing") if campaign.is_graded else (marked_cover, "marked_staffing")
    context["cover"] = cover(campaign, gold_rate=terms.gold_rate)
    return render(request, f"console/checks/{page}.html", context, status=400 if problem else 200)
