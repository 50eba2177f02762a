"""Clips: counts, failures with reasons, progress, and the buttons to start, retry and stop."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_campaign, led_moments, person_asking
from console.clips.forms import look_posted, look_seen, seen_text
from console.clips.selectors.going import clips_going, clips_page
from console.clips.selectors.samples import look_page
from console.frame.forms import with_label
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.selectors.cutting import active_order
from moments.clips.services.looks import look_of, set_look
from moments.clips.services.orders import stop_order
from moments.clips.services.samples import order_test
from moments.clips.services.starting import order_from_page
from moments.jobs.selectors import newest_job
from moments.material.services.twins import make_twins, plan_twins
from moments.ranking.services.orders import RANKING

LABELS = {"fps": "Frames a second", "height": "Height", "renditions": "Renditions", "sound": "Sound"}


@require_safe
@login_required
def corpus_clips(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_campaign(person_asking(request), slug))


@require_safe
@login_required
def corpus_clips_going(request: HttpRequest, slug: str) -> HttpResponse:
    """Only the parts that change, for a page that refreshes."""
    campaign = led_campaign(person_asking(request), slug).campaign
    going = clips_going(campaign, timezone.now())
    answer = render(request, "console/clips/going.html", {"campaign": campaign, "going": going})
    if not going.is_active:  # the list of failures is outside, so that it does not close every few seconds
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
@login_required
def corpus_clips_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Order clips and say how much work it is; nothing starts if it could not succeed."""
    lead = led_campaign(person_asking(request), slug)
    source, kind = request.POST.get("source", ""), request.POST.get("kind", "needed")
    try:
        ordered = order_from_page(
            campaign=lead.campaign, source=source, kind=kind, by_admin=lead.is_admin, now=timezone.now()
        )
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
    lead = led_campaign(person_asking(request), slug)
    order = active_order(lead.campaign)
    if order is not None and stop_order(order=order, now=timezone.now()):
        messages.success(
            request, "Cutting has been stopped. Finished clips are kept, and a later order continues with the rest."
        )
    else:
        messages.error(request, "No clips are being cut.")
    return redirect("corpus-clips", slug)


@require_POST
@login_required
def corpus_clips_test(request: HttpRequest, slug: str) -> HttpResponse:
    """Order a test cut of five moments with the settings of the form, which do not come into force by it."""
    lead = led_moments(person_asking(request), slug)
    source = request.POST.get("source", "")
    try:
        look, now = look_posted(request.POST), timezone.now()
        order_test(campaign=lead.campaign, look=look, source=source, by_admin=lead.is_admin, actor=lead.actor, now=now)
    except BadInput as problem:
        return _page(request, lead, problem="The test was not cut. " + _sentence(problem))
    return redirect(f"{reverse('corpus-clips', args=[slug])}#look")


@require_POST
@login_required
def corpus_clips_look(request: HttpRequest, slug: str) -> HttpResponse:
    """Cut clips with the settings of the form from now on."""
    lead = led_moments(person_asking(request), slug)
    try:
        look, seen = look_posted(request.POST), look_seen(request.POST)
        changed = set_look(campaign=lead.campaign, look=look, seen=seen, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _page(request, lead, problem="Nothing was changed. " + _sentence(problem))
    if changed:
        messages.success(request, "New clips get these settings. Clips that are ready stay as they are.")
    else:
        messages.info(request, "These settings are already in force.")
    return redirect(f"{reverse('corpus-clips', args=[slug])}#look")


@require_POST
@login_required
def corpus_clips_twins(request: HttpRequest, slug: str) -> HttpResponse:
    """Give every forward moment its backward twin."""
    lead = led_campaign(person_asking(request), slug)
    if not lead.campaign.is_twin:
        raise Http404("the clips of this campaign play forwards only")
    try:
        made = make_twins(campaign=lead.campaign, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        messages.error(request, f"No twins were made: {problem}.")
    else:
        if made:
            messages.success(request, f"{counted(made, 'twin')} made. Now cut the clips of both directions.")
        else:
            messages.info(request, "Every moment that can have a twin already has one.")
    return redirect(f"{reverse('corpus-clips', args=[slug])}#twins")


def _sentence(problem: BadInput) -> str:
    words = with_label(problem, LABELS)
    return words[:1].upper() + words[1:]


def _page(request: HttpRequest, lead: Lead, problem: str = "") -> HttpResponse:
    """The page, with what was typed if that was refused."""
    campaign = lead.campaign
    ranking = newest_job(campaign, RANKING.name)
    context = {
        "campaign": campaign,
        "page": clips_page(campaign, by_admin=lead.is_admin),
        "going": clips_going(campaign, timezone.now()),
        "is_ranked_now": ranking is not None and ranking.is_live,
        "look": None if campaign.is_marked else look_page(campaign),
        "twins": plan_twins(campaign) if campaign.is_twin else None,
        "seen": seen_text(look_of(campaign)),
        "problem": problem,
        "typed": request.POST,
        "typed_renditions": request.POST.getlist("rendition"),
    }
    return render(request, "console/clips/clips.html", context, status=400 if problem else 200)
