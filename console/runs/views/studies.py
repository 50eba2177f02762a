"""The pages of studies of runs: what was found last, its files, and the order of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from benchmark.measures.selectors import people_ious
from benchmark.measures.services import MEASURES
from benchmark.stability.services import STABILITY
from benchmark.studies.sections import Section
from benchmark.studies.selectors import comparable_runs
from benchmark.studies.services import RunStudy, order_run_study
from console.frame.forms import chart_file, table_file, with_label
from console.runs.forms.studies import MeasuresForm, StabilityForm, StudyForm
from evaluation.metrics.errors import EvaluationError
from evaluation.studies.entries import ENOUGH
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job

NOISE_LABELS = {"runs": "Runs", "k": "Top K", "iou": "IoU threshold", "noise_iou": "IoU after noise"}
NOISE_LABELS |= {"noise_draws": "Draws of noise"}


@dataclass(frozen=True, slots=True)
class StudyPage:
    """A study with its page: `labels` are those of the form's fields, `ordered` is said when it was ordered.

    The page's route is the study's name; those of its form and files add to it.
    """

    study: RunStudy
    form: type[StudyForm]
    labels: Mapping[str, str]
    ordered: str

    @property
    def template(self) -> str:
        """What shows it."""
        return f"console/runs/{self.study.name}.html"


MEASURES_PAGE = StudyPage(
    MEASURES,
    MeasuresForm,
    {**NOISE_LABELS, "simulated": "Simulated systems", "trials": "Trials for each size", "checkpoints": "Checkpoints"},
    "The measures are being studied. The figures will appear on this page.",
)
STABILITY_PAGE = StudyPage(
    STABILITY,
    StabilityForm,
    {**NOISE_LABELS, "measure": "Measure", "resamples": "Draws of queries", "rater_resamples": "Draws of raters"},
    "The order of the runs is being studied. The figures will appear on this page.",
)


@require_safe
@login_required
def study_page(request: HttpRequest, slug: str, page: StudyPage) -> HttpResponse:
    """The page."""
    lead = led_grading(person_asking(request), slug)
    return _shown(request, lead, page, page.form(runs=list(comparable_runs(lead.campaign))))


@require_POST
@login_required
def study_make(request: HttpRequest, slug: str, page: StudyPage) -> HttpResponse:
    """Have the worker make the study, or say beside the form why not."""
    lead = led_grading(person_asking(request), slug)
    form = page.form(request.POST, runs=list(comparable_runs(lead.campaign)))
    if not form.is_valid():
        return _shown(request, lead, page, form, status=400)
    try:
        order_run_study(
            study=page.study, campaign=lead.campaign, order=form.order(), actor=lead.actor, now=timezone.now()
        )
    except (BadInput, EvaluationError) as problem:
        form.add_error(None, with_label(problem, page.labels))
        return _shown(request, lead, page, form, status=400)
    messages.success(request, page.ordered)
    return redirect(page.study.name, slug)


@require_safe
@login_required
def study_figure(request: HttpRequest, slug: str, page: StudyPage, section: str, place: int, kind: str) -> HttpResponse:
    """A picture of a study."""
    found = _section(led_grading(person_asking(request), slug), page, section)
    chart = found.charts[place - 1] if 1 <= place <= len(found.charts) else None
    return chart_file(chart, kind, name=f"{slug}-{section}-{place}")


@require_safe
@login_required
def study_table(request: HttpRequest, slug: str, page: StudyPage, section: str, place: int, kind: str) -> HttpResponse:
    """A table of a study."""
    found = _section(led_grading(person_asking(request), slug), page, section)
    table = found.tables[place - 1] if 1 <= place <= len(found.tables) else None
    return table_file(table, kind, name=f"{slug}-{section}-{place}")


def _shown(request: HttpRequest, lead: Lead, page: StudyPage, form: StudyForm, *, status: int = 200) -> HttpResponse:
    kept = page.study.kept(lead.campaign)
    context: dict[str, Any] = {
        "campaign": lead.campaign,
        "form": form,
        "study": kept,
        "sections": page.study.sections(kept.figures) if kept else [],
        "job": newest_job(lead.campaign, page.study.name),
        "enough": ENOUGH,
        "people": people_ious(person_asking(request)),
        "route": page.study.name,
        **{f"{name}_route": f"{page.study.name}-{name}" for name in ("make", "figure", "table")},
    }
    return render(request, page.template, context, status=status)


def _section(lead: Lead, page: StudyPage, name: str) -> Section:
    kept = page.study.kept(lead.campaign)
    sections = page.study.sections(kept.figures) if kept else []
    found = next((one for one in sections if one.name == name), None)
    if found is None:
        raise Http404("no such study")
    return found
