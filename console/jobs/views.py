"""Cancels a job and returns to the page that ordered it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import administered_campaign, led_campaign, person_asking
from moments.jobs.services.background import orders_by_kind
from moments.jobs.services.doing import cancel_job


@require_POST
@login_required
def job_cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the job if nobody is working on it; otherwise have it stop soon."""
    lead = led_campaign(person_asking(request), slug)
    known = orders_by_kind()
    job = get_object_or_404(lead.campaign.jobs.filter(kind__in=known), pk=number)
    orders = known[job.kind]
    if orders.by_admins:
        administered_campaign(person_asking(request), slug)
    if cancel_job(orders.kind, job, actor=lead.actor, now=timezone.now()):
        messages.success(request, "You cancelled it. Work that is under way stops soon.")
    else:
        messages.error(request, "Nothing was changed: it has already ended.")
    return redirect(orders.page, slug)
