"""The inbox: what waits for a lead, with the actions for it, and the daily mail."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from annotator.people.selectors.memberships import membership_in
from consensus.digests.services import set_digest, stop_digest
from consensus.models import LeadDigest
from console.frame.forms import refusals_shown
from console.inbox.selectors.inbox import inbox as sections_of
from console.inbox.selectors.inbox import inbox_count as waiting_in
from moments.base.errors import BadInput

HOURS = tuple(range(24))


@require_safe
@never_cache
@login_required
def inbox(request: HttpRequest, slug: str) -> HttpResponse:
    """All sections, those in which something waits first."""
    lead = led_campaign(person_asking(request), slug)
    sections = sections_of(lead.campaign)
    digest = LeadDigest.objects.filter(member__user=person_asking(request), member__campaign=lead.campaign).first()
    context = {
        "campaign": lead.campaign,
        "waiting": [filled for filled in sections if filled.count],
        "done": [filled for filled in sections if not filled.count],
        "digest": digest,
        "may_mail": not person_asking(request).is_admin,
        "mail": settings.MAIL,
        "hours": HOURS,
    }
    return render(request, "console/inbox/inbox.html", context)


@require_safe
@never_cache
@login_required
def inbox_count(request: HttpRequest, slug: str) -> HttpResponse:
    """How much waits, for the link on every page of leads."""
    lead = led_campaign(person_asking(request), slug)
    return JsonResponse({"count": waiting_in(lead.campaign)})


@require_POST
@login_required
def inbox_digest(request: HttpRequest, slug: str) -> HttpResponse:
    """Turn the lead's daily mail on, to an address at an hour, or off."""
    lead = led_campaign(person_asking(request), slug)
    member = membership_in(person_asking(request), slug)
    with refusals_shown(request):
        if member is None:
            raise BadInput("only leads of the campaign can get the e-mail; admins can see all inboxes here")
        if request.POST.get("do") == "off":
            stop_digest(member=member)
            messages.success(request, "The daily e-mail is turned off.")
        else:
            given = {name: request.POST.get(name, "").strip() for name in ("address", "hour")}
            digest = set_digest(member=member, **given, now=timezone.now())
            messages.success(request, f"The daily e-mail will go to {digest.address} at {digest.hour}:00.")
    return redirect("inbox", lead.campaign.slug)
