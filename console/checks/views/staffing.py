"""The rates of hidden checks and the rules that warn: leads see them, admins set them."""

from __future__ import annotations

import math

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.checks.selectors import staffing_of
from annotator.checks.services.staffing import StaffingTerms, set_staffing
from annotator.models import Staffing
from annotator.people.selectors.access import led_campaign, person_asking
from console.checks.selectors import gold_counts, gold_cover
from moments.base.errors import BadInput
from moments.models import Campaign

NUMBERS = ("gold_rate", "repeat_rate", "pace_bar", "kappa_bar")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def staffing(request: HttpRequest, slug: str) -> HttpResponse:
    """The terms; a POST of an admin's sets them."""
    user = person_asking(request)
    lead = led_campaign(user, slug)
    if request.method != "POST":
        return _page(request, lead.campaign, _typed(staffing_of(lead.campaign)))
    if not user.is_admin:
        raise PermissionDenied("only admins can change these settings")
    typed = {name: request.POST.get(name, "").strip() for name in NUMBERS}
    typed["pause_by_rule"] = "on" if "pause_by_rule" in request.POST else ""
    try:
        changed = set_staffing(campaign=lead.campaign, terms=_terms(typed), now=timezone.now(), actor=lead.actor)
    except BadInput as problem:
        return _page(request, lead.campaign, typed, problem=str(problem))
    messages.success(request, "The settings are saved." if changed else "The settings have not changed.")
    return redirect("staffing", slug)


def _terms(typed: dict[str, str]) -> StaffingTerms:
    """The terms as typed; rates and the pace bar are typed in percent."""
    return StaffingTerms(
        gold_rate=_number("gold_rate", typed) / 100,
        repeat_rate=_number("repeat_rate", typed) / 100,
        pace_bar=_number("pace_bar", typed) / 100,
        kappa_bar=_number("kappa_bar", typed) if typed["kappa_bar"] else None,
        pause_by_rule=bool(typed["pause_by_rule"]),
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
        "pause_by_rule": "on" if terms.pause_by_rule else "",
    }


def _page(request: HttpRequest, campaign: Campaign, typed: dict[str, str], *, problem: str = "") -> HttpResponse:
    context = {"campaign": campaign, "typed": typed, "problem": problem, "golds": gold_counts(campaign)}
    context["targets"] = terms = staffing_of(campaign)
    context["cover"] = gold_cover(campaign, gold_rate=terms.gold_rate)
    return render(request, "console/checks/staffing.html", context, status=400 if problem else 200)
