"""Handles actions on runs: upload, score again, delete."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import led_scoring, person_asking
from benchmark.models import DocumentKind
from benchmark.runs.selectors.runs import run_numbered
from benchmark.runs.services.runs import delete_run, retry_run, score_again
from benchmark.runs.services.uploading import SentFile, upload_run
from console.frame.forms import refusals_shown
from console.runs.forms.runs import UploadForm
from console.runs.views.runs import runs_page
from moments.base.errors import BadInput
from moments.base.plurals import counted


@require_POST
@login_required
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Store a run, or show beside the form why it was refused."""
    lead = led_scoring(person_asking(request), slug)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return runs_page(request, lead, form, status=400)
    try:
        run = upload_run(
            campaign=lead.campaign,
            name=form.cleaned_data["name"],
            file=SentFile.uploaded(form.cleaned_data["file"]),
            corpus=SentFile.uploaded(form.cleaned_data["video_corpus"]) if form.cleaned_data["video_corpus"] else None,
            documents=form.cleaned_data["documents"] or DocumentKind.DESC_ID,
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        form.add_error(None, str(problem))
        return runs_page(request, lead, form, status=400)
    messages.success(request, f"Run {run.number} is stored and will be scored shortly.")
    return redirect("run", slug, run.number)


@require_POST
@login_required
def retry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Queue a failed run again."""
    lead = led_scoring(person_asking(request), slug)
    with refusals_shown(request):
        retry_run(run=run_numbered(lead, number), now=timezone.now())
        messages.success(request, f"Run {number} is waiting to be scored.")
    return redirect("run", slug, number)


@require_POST
@login_required
def rescore(request: HttpRequest, slug: str) -> HttpResponse:
    """Update the labels to the current ones; every run is scored against them."""
    lead = led_scoring(person_asking(request), slug)
    with refusals_shown(request):
        snapshot = score_again(campaign=lead.campaign, now=timezone.now())
        what = f"Runs are now scored against the labels as of ledger entry {snapshot.ledger_length}"
        if lead.campaign.is_twin:
            labels, queries = counted(snapshot.labels, "caption"), counted(snapshot.queries, "twin")
        else:
            labels, queries = counted(snapshot.labels, "label"), counted(snapshot.queries, "query", "queries")
        messages.success(request, f"{what}: {labels} of {queries}.")
    return redirect("runs", slug)


@require_POST
@login_required
def delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Forget a run; for admins."""
    lead = led_scoring(person_asking(request), slug)
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins can delete runs")
    with refusals_shown(request):
        delete_run(run=run_numbered(lead, number))
        messages.success(request, f"Run {number} is deleted.")
    return redirect("runs", slug)
