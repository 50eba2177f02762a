"""The files of videos in a place: which video lacks one, which no video names, and a form that adds those."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import ADMIN, Lead, administered_campaign, led_campaign, person_asking
from console.frame.forms import refusals_shown, waiting_page
from console.material.selectors.uploads import uploads_of
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.selectors.video_places import given_places, video_places
from moments.clips.services.places import give_place, take_place_back
from moments.jobs.selectors import newest_job
from moments.material.selectors import Comparison, compared, names_of_campaign, place_asked
from moments.material.services.adding import ADDING, MOST_ADDED, order_adding

SHOWN = 500


@require_safe
@login_required
@never_cache
def corpus_videos(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; it looks into the place that the address names."""
    lead = led_campaign(person_asking(request), slug)
    campaign, problem, comparison = lead.campaign, "", None
    place = place_asked(campaign, request.GET.get("place", ""), by_admin=lead.is_admin)
    try:
        comparison = _compared(lead, place) if place else None
    except BadInput as error:
        problem = str(error)
    job = newest_job(campaign, ADDING.name)
    context = {
        "campaign": campaign,
        "places": video_places(campaign, by_admin=lead.is_admin),
        "given": given_places(campaign),
        "place": place,
        "job": job,
        "shown": SHOWN,
        "most_added": MOST_ADDED,
        "uploads": uploads_of(campaign),
        **_match(comparison),
    }
    return waiting_page(request, "console/material/videos.html", context, job, problem=problem)


@require_POST
@login_required
def corpus_videos_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a worker add the chosen files, or all that no video names, as whole videos."""
    lead = led_campaign(person_asking(request), slug)
    place = request.POST.get("place", "")
    with refusals_shown(request, "No videos were added"):
        job = order_adding(
            campaign=lead.campaign,
            place=place,
            files=_chosen(request, lead, place),
            domain=request.POST.get("domain", ""),
            by_admin=lead.is_admin,
            actor=lead.actor,
            now=timezone.now(),
        )
        messages.success(
            request, f"Adding {counted(len(job.order['files']), 'file')} has been ordered. The result will appear here."
        )
    return redirect(f"{reverse('corpus-videos', args=[slug])}?{urlencode({'place': place})}")


@require_POST
@login_required
def corpus_place(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a place of the server to the campaign's leads, or with `do` = take take it back."""
    campaign = administered_campaign(
        person_asking(request), slug, refusal="only admins can let a campaign use places of the server"
    )
    place, now = request.POST.get("place", ""), timezone.now()
    with refusals_shown(request):
        if request.POST.get("do") == "take":
            done = take_place_back(campaign=campaign, address=place, actor=ADMIN, now=now)
            outcome = "Leads of this campaign can no longer use this place."
        else:
            done = give_place(campaign=campaign, address=place, actor=ADMIN, now=now)
            outcome = "Leads of this campaign can use this place."
        messages.success(request, outcome if done else "Nothing has changed.")
    return redirect(f"{reverse('corpus-videos', args=[slug])}?{urlencode({'place': place})}")


def _compared(lead: Lead, place: str) -> Comparison:
    return compared(lead.campaign, place, names_of_campaign(lead.campaign), by_admin=lead.is_admin)


def _chosen(request: HttpRequest, lead: Lead, place: str) -> list[str]:
    if request.POST.get("which") != "all":
        return request.POST.getlist("file")
    return [one.file for one in _compared(lead, place).match.unnamed]


def _match(comparison: Comparison | None) -> dict[str, object]:
    if comparison is None:
        return {}
    match = comparison.match
    return {
        "match": match,
        "is_cut_off": comparison.is_cut_off,
        "lacking": match.lacking[:SHOWN],
        "unnamed": match.unnamed[:SHOWN],
        "found": match.found[:SHOWN],
    }
