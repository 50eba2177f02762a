"""The pages of runs in a twins campaign, behind the same addresses as those of graded ones."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.people.selectors.access import Lead
from benchmark.models import Run
from benchmark.runs.selectors.runs import labels_in_force, listed_runs, next_job, scores_of
from benchmark.runs.selectors.twin_runs import is_stale, parts_of, twin_pairing, twin_rows
from consensus.agreement.selectors.twins import human_ceiling_of
from console.runs.forms.runs import UploadForm, asks_published, number_in
from evaluation.twins.metrics.items import DIRECTIONS
from evaluation.twins.scoring.published import COLUMNS, published_figures
from moments.base.errors import BadInput

RUNS_A_PAGE = 40
MOST_OTHERS = 100


def twin_runs(request: HttpRequest, lead: Lead, form: UploadForm, *, status: int = 200) -> HttpResponse:
    """All runs with the figures that the paper prints, and the form for another."""
    page = Paginator(listed_runs(lead), RUNS_A_PAGE).get_page(request.GET.get("page"))
    labels = labels_in_force(lead)
    rows = twin_rows(page, labels)
    context = {
        "campaign": lead.campaign,
        "form": form,
        "page": page,
        "rows": rows,
        "labels": labels,
        "directions": DIRECTIONS.values(),
        "columns": COLUMNS,
        "published": published_figures() if asks_published(request) else None,
        "comparable": [row.run for row in rows if row.scores is not None and not row.stale],
        "address": "published=1" if asks_published(request) else "",
        "ceiling": human_ceiling_of(lead.campaign),
        "moving": next_job([row.run.job for row in rows]),
    }
    return render(request, "console/runs/twin_runs.html", context, status=status)


def twin_run(request: HttpRequest, lead: Lead, run: Run, *, may_delete: bool) -> HttpResponse:
    """Everything that is known of one run."""
    scores, labels = scores_of(run), labels_in_force(lead)
    others = [one for one in listed_runs(lead) if scores_of(one) is not None and one.pk != run.pk]
    context = {
        "campaign": lead.campaign,
        "run": run,
        "scores": scores,
        "labels": labels,
        "stale": is_stale(run, labels),
        "directions": DIRECTIONS.values(),
        "parts": parts_of(scores),
        "counts": [(what.replace("_", " "), count) for what, count in scores.counts.items()] if scores else [],
        "others": others[:MOST_OTHERS],
        "ceiling": human_ceiling_of(lead.campaign),
        "may_delete": may_delete,
    }
    return render(request, "console/runs/twin_run.html", context)


def compare_twin_runs(request: HttpRequest, lead: Lead) -> HttpResponse:
    """Two runs under every measure, with paired intervals and McNemar's test."""
    try:
        found = twin_pairing(lead, number_in(request, "a"), number_in(request, "b"))
    except BadInput as problem:
        messages.error(request, f"The runs cannot be compared: {problem}.")
        return redirect("runs", lead.campaign.slug)
    return render(request, "console/runs/twin_compare.html", {"campaign": lead.campaign, "pairing": found})
