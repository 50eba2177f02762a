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

from annotator.people.selectors.access import ADMIN, administered_campaign, person_asking
from console.frame.forms import refusals_shown, waiting_page
from console.material.selectors.uploads import uploads_of
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.selectors.video_places import video_places
from moments.jobs.selectors import newest_job
from moments.material.selectors import Comparison, compared, names_of_campaign, place_asked
from moments.material.services.adding import ADDING, MOST_ADDED, order_adding
from moments.models import Campaign

SHOWN = 500


@require_safe
@login_required
@never_cache
def corpus_videos(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; it looks into the place that the address names."""
    campaign = administered_campaign(person_asking(request), slug)
    place, problem, comparison = place_asked(campaign, request.GET.get("place", "")), "", None
    try:
        comparison = compared(campaign, place, names_of_campaign(campaign)) if place else None
    except BadInput as error:
        problem = str(error)
    job = newest_job(campaign, ADDING.name)
    context = {
        "campaign": campaign,
        "places": video_places(campaign),
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
    campaign = administered_campaign(person_asking(request), slug)
    place = request.POST.get("place", "")
    with refusals_shown(request, "No videos were added"):
        job = order_adding(
            campaign=campaign,
            place=place,
            files=_chosen(request, campaign, place),
            domain=request.POST.get("domain", ""),
            actor=ADMIN,
            now=timezone.now(),
        )
        messages.success(
            request, f"Adding {counted(len(job.order['files']), 'file')} is ordered. The result appears here."
        )
    return redirect(f"{reverse('corpus-videos', args=[slug])}?{urlencode({'place': place})}")


def _chosen(request: HttpRequest, campaign: Campaign, place: str) -> list[str]:
    if request.POST.get("which") != "all":
        return request.POST.getlist("file")
    return [one.file for one in compared(campaign, place, names_of_campaign(campaign)).match.unnamed]


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
