"""The campaign page: progress, pace, forecast, people, what is stuck; and how to pause it and set targets."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.checks.services.staffing import set_targets
from annotator.people.selectors.access import led_campaign, person_asking
from console.campaign.selectors.campaign import campaign_page
from console.campaign.selectors.marking import marking_page
from console.campaign.selectors.twins import twin_page
from console.frame.forms import note_in, refusals_shown, whole_number
from console.frame.navigation import RULES_PAGES
from moments.base.errors import BadInput
from moments.campaign.services import pause_campaign, resume_campaign
from moments.models import Campaign, CampaignKind
from moments.models.checks import EARLIEST, LATEST

PAUSED = {
    CampaignKind.GRADE: "The campaign is paused: nobody gets more pairs. Scores of pairs on screen still count.",
    CampaignKind.MARK: (
        "The campaign is paused: nobody gets another video or question. Answers to what is on screen still count."
    ),
    CampaignKind.TWIN: "The campaign is paused: nobody gets more clips. Answers to what is on screen still count.",
}


@require_safe
@never_cache
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; htmx asks for its figures again, and gets 204 while they are those that it has `seen`.

    What takes long to count is left to the page's first question, which comes at once.
    Where the session has ended in the meantime, the whole page is to be loaded again, which leads to signing in.
    """
    if request.headers.get("HX-Request") and not request.user.is_authenticated:
        return HttpResponse(status=401, headers={"HX-Refresh": "true"})
    return _campaign(request, slug)


@login_required
def _campaign(request: HttpRequest, slug: str) -> HttpResponse:
    led = led_campaign(person_asking(request), slug).campaign
    asked_again = bool(request.headers.get("HX-Request"))
    drawn, counting = _drawn(request, led, wait=asked_again)
    mark = sha256(drawn.encode()).hexdigest()[:16]
    context = {"campaign": led, "figures": drawn, "mark": mark, "counting": counting}
    if not asked_again:
        return render(request, "console/campaign/campaign.html", context)
    if request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    return render(request, "console/campaign/_state.html", context)


def _drawn(request: HttpRequest, led: Campaign, *, wait: bool) -> tuple[str, bool]:
    """The figures of the campaign's kind as HTML, and whether some are still being counted."""
    if led.is_twin:
        shown = twin_page(led, now=timezone.now(), wait=wait)
        twins = {"campaign": led, "page": shown}
        return render_to_string("console/campaign/_twin_figures.html", twins, request), shown.load.counting
    if not led.is_graded:
        marked = {"campaign": led, "page": marking_page(led, now=timezone.now())}
        return render_to_string("console/campaign/_marking_figures.html", marked, request), False
    page = campaign_page(led, now=timezone.now(), wait=wait)
    figures = {"campaign": led, "page": page}
    return render_to_string("console/campaign/_figures.html", figures, request), page.counting


@require_POST
@login_required
def campaign_pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause the campaign, or resume it with `do` = resume; the reason goes into the ledger."""
    lead = led_campaign(person_asking(request), slug)
    reason, do = note_in(request, "reason"), request.POST.get("do", "")
    now = timezone.now()
    if do not in ("pause", "resume"):
        messages.error(request, "No changes were made: do: expected pause or resume.")
    elif not reason and do == "pause":
        messages.error(request, "No changes were made: give a reason.")
    elif do == "pause" and pause_campaign(campaign=lead.campaign, now=now, actor=lead.actor, reason=reason):
        messages.success(request, PAUSED[CampaignKind(lead.campaign.kind)])
    elif do == "resume" and resume_campaign(campaign=lead.campaign, now=now, actor=lead.actor, reason=reason):
        messages.success(request, "The campaign has resumed.")
    else:
        lead.campaign.refresh_from_db(fields=["status"])
        messages.error(request, f"No changes were made: the campaign is {lead.campaign.get_status_display()}.")
    return redirect("campaign", slug)


@require_POST
@login_required
def targets(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the day to finish by and the scores a person a day; empty is no target."""
    lead = led_campaign(person_asking(request), slug)
    with refusals_shown(request):
        changed = set_targets(
            campaign=lead.campaign,
            finish_by=_day(request.POST.get("finish_by", "").strip()),
            day_target=_count(request.POST.get("day_target", "").strip()),
            now=timezone.now(),
            actor=lead.actor,
        )
        messages.success(request, "The targets are saved." if changed else "The targets have not changed.")
    return redirect("staffing" if lead.campaign.is_graded else RULES_PAGES[lead.campaign.kind], slug)


def _day(typed: str) -> date | None:
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError as error:
        raise BadInput("finish_by: expected a day such as 2026-05-31") from error
    if not EARLIEST <= day <= LATEST:
        raise BadInput(f"finish_by: expected a day from {EARLIEST} to {LATEST}")
    return day


def _count(typed: str) -> int | None:
    return whole_number(typed, "day_target", digits=6) if typed else None
