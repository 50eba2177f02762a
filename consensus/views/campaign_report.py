"""The campaign's report for leads: shows the newest, makes it anew, hands it out as one HTML file."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.views.access import person_asking
from consensus.selectors.pages import led_campaign
from consensus.selectors.reports import made_report, report_folder, report_page_file
from consensus.services.reporting import make_report
from moments.errors import BadInput


@require_safe
@login_required
@never_cache
def campaign_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    campaign = led_campaign(person_asking(request), slug).campaign
    context = {"campaign": campaign, "report": made_report(campaign)}
    return render(request, "consensus/campaign_report.html", context)


@require_POST
@login_required
def report_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the report of what is stored now, or say why not."""
    campaign = led_campaign(person_asking(request), slug).campaign
    try:
        make_report(campaign=campaign, out=report_folder(campaign))
        messages.success(request, "The report is made.")
    except BadInput as problem:
        messages.error(request, f"No report was made: {problem}.")
    return redirect("campaign-report", slug)


@require_safe
@login_required
@never_cache
def report_download(request: HttpRequest, slug: str) -> FileResponse:
    """The report as one HTML file, to be kept or sent."""
    campaign = led_campaign(person_asking(request), slug).campaign
    path = report_page_file(campaign)
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{campaign.slug}-report.html")
