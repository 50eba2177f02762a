"""Cancels a job, and goes back to the page that ordered it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import administered_campaign, led_campaign, person_asking
from benchmark.runs.services.scoring import RUN
from consensus.export.services.history import EXPORT
from consensus.report.services.orders import REPORT
from consensus.studies.services import STUDY
from moments.jobs.services.doing import JobKind, cancel_job
from moments.rewriting.services.jobs import REWRITING

# Each kind that can be cancelled, the page that orders it, and whether only admins order it.
PAGES: dict[str, tuple[JobKind, str, bool]] = {
    kind.name: (kind, page, is_admins)
    for kind, page, is_admins in (
        (REPORT, "campaign-report", False),
        (STUDY, "studies", False),
        (EXPORT, "exports", True),
        (RUN, "runs", False),
        (REWRITING, "corpus-rewriting", True),
    )
}


@require_POST
@login_required
def job_cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the job where nobody works on it, else have it stop soon."""
    lead = led_campaign(person_asking(request), slug)
    job = get_object_or_404(lead.campaign.jobs.filter(kind__in=PAGES), pk=number)
    kind, page, is_admins = PAGES[job.kind]
    if is_admins:
        administered_campaign(person_asking(request), slug)
    if cancel_job(kind, job, actor=lead.actor, now=timezone.now()):
        messages.success(request, "You cancelled it. Work that is under way stops soon.")
    else:
        messages.error(request, "Nothing was changed: it is over already.")
    return redirect(page, slug)
