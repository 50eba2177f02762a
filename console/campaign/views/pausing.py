"""Where leads pause a campaign and let it go on."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import led_campaign, person_asking
from console.frame.forms import note_in
from moments.campaign.services import pause_campaign, resume_campaign


@require_POST
@login_required
def campaign_pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause the campaign, or with `do` = resume let it go on; the reason goes into the ledger."""
    lead = led_campaign(person_asking(request), slug)
    reason, do = note_in(request, "reason"), request.POST.get("do", "")
    now = timezone.now()
    if do not in ("pause", "resume"):
        messages.error(request, "No changes were made: do: expected pause or resume.")
    elif not reason and do == "pause":
        messages.error(request, "No changes were made: give a reason.")
    elif do == "pause" and pause_campaign(campaign=lead.campaign, now=now, actor=lead.actor, reason=reason):
        messages.success(
            request, "The campaign is paused: nobody gets more pairs. Scores of pairs on screen still count."
        )
    elif do == "resume" and resume_campaign(campaign=lead.campaign, now=now, actor=lead.actor, reason=reason):
        messages.success(request, "The campaign has resumed.")
    else:
        lead.campaign.refresh_from_db(fields=["status"])
        messages.error(request, f"No changes were made: the campaign is {lead.campaign.get_status_display()}.")
    return redirect("campaign", slug)
