"""Cancels a job, and goes back to the page that ordered it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import administered_campaign, led_campaign, person_asking
from moments.jobs.services.leases import cancel_job

# The page of each kind that can be cancelled there, and whether only admins order it.
PAGES = {
    "report": ("campaign-report", False),
    "study": ("studies", False),
    "export": ("exports", True),
    "run": ("runs", False),
}


@require_POST
@login_required
def job_cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the job where nobody works on it, else have it stop soon."""
    lead = led_campaign(person_asking(request), slug)
    job = get_object_or_404(lead.campaign.jobs.filter(kind__in=PAGES), pk=number)
    page, is_admins = PAGES[job.kind]
    if is_admins:
        administered_campaign(person_asking(request), slug)
    if cancel_job(job=job, actor=lead.actor, now=timezone.now()):
        messages.success(request, "You cancelled it. Work that is under way stops soon.")
    else:
        messages.error(request, "Nothing was changed: it is over already.")
    return redirect(page, slug)
