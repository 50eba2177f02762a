"""Opening: what is ready, what is missing, what will happen, and the button."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from consensus.opening.selectors.checklist import opening_of
from consensus.opening.services import OPENING, order_opening
from console.frame.forms import waiting_page
from console.frame.navigation import RULES_PAGES, has_page
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.models import Campaign

# Where each thing that a campaign should have is made: the page's route and name.
PLACES = {
    "moments": ("corpus-imports", "Imports"),
    "queries": ("corpus-queries", "Queries"),
    "candidates": ("corpus-candidates", "Candidates"),
    "twins": ("corpus-clips", "Clips"),
    "clips": ("corpus-clips", "Clips"),
    "guideline": ("guideline-edit", "Guideline"),
    "consent": ("consent-edit", "Consent"),
    "exam": ("exam", "Exam"),
    "people": ("people", "People"),
}


@require_safe
@login_required
@never_cache
def opening(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_campaign(person_asking(request), slug).campaign)


@require_POST
@login_required
def opening_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the campaign opened as the page showed it."""
    lead = led_campaign(person_asking(request), slug)
    try:
        order_opening(
            campaign=lead.campaign,
            allow_missing_clips=request.POST.get("allow_missing_clips") == "on",
            seen=request.POST.get("seen", "")[:200],
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead.campaign, problem=str(problem))
    messages.success(request, "The campaign is being opened. The result appears on this page.")
    return redirect("corpus-opening", slug)


def _page(request: HttpRequest, campaign: Campaign, *, problem: str = "") -> HttpResponse:
    found, job = opening_of(campaign), newest_job(campaign, OPENING.name)
    places = PLACES | {"moments": ("videos", "Videos")} if campaign.is_marked else PLACES
    places = {about: place for about, place in places.items() if has_page(place[0], campaign.kind)}
    context = {
        "campaign": campaign,
        "opening": found,
        "checks": [(check, *places[check.about]) for check in found.checks if check.about in places],
        "rules": RULES_PAGES[campaign.kind],
        "job": job,
    }
    return waiting_page(request, "console/steps/opening.html", context, job, problem=problem)
