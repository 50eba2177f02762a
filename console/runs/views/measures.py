"""The page of studies of measures: what was found last, and the order of another."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from benchmark.measures.sections import sections_of
from benchmark.measures.selectors import comparable_runs, measure_study, people_ious
from benchmark.measures.services import MEASURES, order_measures
from console.frame.forms import with_label
from console.runs.forms import MeasuresForm
from evaluation.metrics.errors import EvaluationError
from evaluation.studies.entries import ENOUGH
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job

LABELS = {
    "runs": "Runs",
    "k": "Top K",
    "iou": "IoU threshold",
    "simulated": "Simulated systems",
    "trials": "Trials for each size",
    "noise_iou": "IoU that noise leaves",
    "noise_draws": "Draws of noise",
    "checkpoints": "Checkpoints",
}


@require_safe
@login_required
def measures(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_grading(person_asking(request), slug)
    return _page(request, lead, MeasuresForm(runs=list(comparable_runs(lead.campaign))))


@require_POST
@login_required
def measures_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the worker study the measures, or say beside the form why not."""
    lead = led_grading(person_asking(request), slug)
    form = MeasuresForm(request.POST, runs=list(comparable_runs(lead.campaign)))
    if not form.is_valid():
        return _page(request, lead, form, status=400)
    try:
        order_measures(campaign=lead.campaign, order=form.order(), actor=lead.actor, now=timezone.now())
    except (BadInput, EvaluationError) as problem:
        form.add_error(None, with_label(problem, LABELS))
        return _page(request, lead, form, status=400)
    messages.success(request, "The measures are being studied. The figures will appear on this page.")
    return redirect("measures", slug)


def _page(request: HttpRequest, lead: Lead, form: MeasuresForm, *, status: int = 200) -> HttpResponse:
    study = measure_study(lead.campaign)
    context = {
        "campaign": lead.campaign,
        "form": form,
        "study": study,
        "sections": sections_of(study.figures) if study else [],
        "job": newest_job(lead.campaign, MEASURES.name),
        "enough": ENOUGH,
        "people": people_ious(person_asking(request)),
    }
    return render(request, "console/runs/measures.html", context, status=status)
