"""The admin's page on clips: counts, failures with reasons, progress, and buttons to start, retry and stop."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import administered_campaign, person_asking
from console.clips.selectors import clips_going, clips_page
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.selectors.cutting import active_order
from moments.clips.services.orders import stop_order
from moments.clips.services.starting import order_from_page


@require_safe
@login_required
def corpus_clips(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = administered_campaign(person_asking(request), slug)
    context = {"campaign": campaign, "page": clips_page(campaign), "going": clips_going(campaign, timezone.now())}
    return render(request, "console/clips/clips.html", context)


@require_safe
@login_required
def corpus_clips_going(request: HttpRequest, slug: str) -> HttpResponse:
    """Only the parts that change, for a page that refreshes."""
    campaign = administered_campaign(person_asking(request), slug)
    going = clips_going(campaign, timezone.now())
    answer = render(request, "console/clips/going.html", {"campaign": campaign, "going": going})
    if not going.is_active:  # the list of failures is outside, so that it does not close every few seconds
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
@login_required
def corpus_clips_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Order clips and say how much work it is; nothing starts if it could not succeed."""
    campaign = administered_campaign(person_asking(request), slug)
    source, kind = request.POST.get("source", ""), request.POST.get("kind", "needed")
    try:
        ordered = order_from_page(campaign=campaign, source=source, kind=kind, now=timezone.now())
        for warning in ordered.warnings:
            messages.warning(request, f"{warning[:1].upper()}{warning[1:]}.")
        going = counted(ordered.videos, "video")
        messages.success(request, f"Cutting clips from {going}: {ordered.plan.needs_in_words}.")
    except BadInput as problem:
        messages.error(request, f"Cutting was not started: {str(problem).removesuffix('; nothing was cut')}.")
    return redirect("corpus-clips", slug)


@require_POST
@login_required
def corpus_clips_stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the workers finish their current videos and start no others."""
    campaign = administered_campaign(person_asking(request), slug)
    order = active_order(campaign)
    if order is not None and stop_order(order=order, now=timezone.now()):
        messages.success(request, "Cutting is stopped. Finished clips stay, and a later order continues with the rest.")
    else:
        messages.error(request, "No clips are being cut.")
    return redirect("corpus-clips", slug)
