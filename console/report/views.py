"""The campaign's report for leads: shows the newest, has a new one made, offers it as one HTML file."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from consensus.report.selectors.reports import made_report, report_file, report_page_file
from consensus.report.services.orders import REPORT, order_report
from moments.jobs.selectors import newest_job


@require_safe
@login_required
@never_cache
def campaign_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = led_campaign(person_asking(request), slug).campaign
    job = newest_job(campaign, REPORT.name)
    context = {"campaign": campaign, "report": made_report(campaign), "job": job}
    return render(request, "console/report/report.html", context)


@require_POST
@login_required
def report_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the worker make the report of what is stored then."""
    lead = led_campaign(person_asking(request), slug)
    if order_report(campaign=lead.campaign, actor=lead.actor, now=timezone.now()):
        messages.success(request, "The report is being created. It will appear on this page shortly.")
    else:
        messages.error(request, "The report was not ordered again: it is already being created.")
    return redirect("campaign-report", slug)


@require_safe
@login_required
@never_cache
def report_download(request: HttpRequest, slug: str) -> FileResponse:
    """The report as one HTML file, to be kept or sent."""
    campaign = led_campaign(person_asking(request), slug).campaign
    path = report_page_file(campaign)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{campaign.slug}-report.html")


@require_safe
@login_required
@never_cache
def report_part(request: HttpRequest, slug: str, folder: str, name: str) -> FileResponse:
    """One figure or table of the report as a file."""
    campaign = led_campaign(person_asking(request), slug).campaign
    path = report_file(campaign, folder, name)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{campaign.slug}-{name}")
