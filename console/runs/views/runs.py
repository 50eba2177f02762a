"""The pages of a campaign's runs and of one of them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_scoring, person_asking
from benchmark.models import DocumentKind
from benchmark.runs.measures import SHOWN, measures_at
from benchmark.runs.samples import RUN_FORMATS
from benchmark.runs.selectors.runs import (
    grid_of,
    known_splits,
    labels_in_force,
    listed_runs,
    next_job,
    plots_of,
    run_numbered,
    run_rows,
    scores_of,
    seed_groups,
    similarity_order,
    value_of,
)
from benchmark.runs.selectors.samples import has_candidates
from console.runs.forms.runs import UploadForm, asks_published, published_in, shown_in
from console.runs.views.twins import twin_run, twin_runs
from evaluation.metrics.ndcg import NDCG
from evaluation.scoring.published import SIMILARITY_ORDER, SIMILARITY_SOURCE
from evaluation.scoring.scorecard import ALL

RUNS_A_PAGE = 40
PUBLISHED_TOO = "&published=1"


@require_safe
@login_required
def runs(request: HttpRequest, slug: str) -> HttpResponse:
    """All runs with their figures, plots of intervals, and the form for another."""
    return runs_page(request, led_scoring(person_asking(request), slug), UploadForm())


def runs_page(request: HttpRequest, lead: Lead, form: UploadForm, *, status: int = 200) -> HttpResponse:
    """The page, also after a form that was refused."""
    if lead.campaign.is_twin:
        return twin_runs(request, lead, form, status=status)
    page = Paginator(listed_runs(lead), RUNS_A_PAGE).get_page(request.GET.get("page"))
    found = list(page)
    splits = known_splits(found)
    shown, labels = shown_in(request, splits), labels_in_force(lead)
    rows = run_rows(found, labels, shown)
    names = measures_at(shown.k, shown.iou)
    everything = found if page.paginator.num_pages == 1 else list(listed_runs(lead))
    groups = [
        (group, [group.spread(name, shown.split) for name in names.values()])
        for group in seed_groups(everything, labels)
    ]
    address = f"split={shown.split}&k={shown.k}&iou={shown.iou:g}" + PUBLISHED_TOO * asks_published(request)
    context = {
        "campaign": lead.campaign,
        "form": form,
        "page": page,
        "rows": rows,
        "plots": plots_of(rows, shown),
        "labels": labels,
        "families": names,
        "groups": groups,
        "published": published_in(request, shown),
        "shown": shown,
        "splits": splits,
        "formats": RUN_FORMATS,
        "has_samples": has_candidates(lead),
        "document_kinds": DocumentKind.choices,
        "ks": SHOWN.ks,
        "ious": SHOWN.ious,
        "comparable": [row.run for row in rows if row.scores is not None and not row.stale],
        "address": address,
        "asked": f"?{address}&page={page.number}",
        "moving": next_job([run.job for run in found]),
    }
    return render(request, "console/runs/runs.html", context, status=status)


@require_safe
@login_required
def run(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everything that is known of one run."""
    lead = led_scoring(person_asking(request), slug)
    found = run_numbered(lead, number)
    may_delete = person_asking(request).is_admin and not found.is_reference
    if lead.campaign.is_twin:
        return twin_run(request, lead, found, may_delete=may_delete)
    scores, labels = scores_of(found), labels_in_force(lead)
    splits = known_splits([found])
    shown = shown_in(request, splits)
    others = [one for one in listed_runs(lead) if scores_of(one) is not None]
    order = similarity_order(others, scores)
    names, treatments = measures_at(shown.k, shown.iou), []
    if scores is not None and shown.split == ALL:
        treatments = [(how, means[names[NDCG.name]]) for how, means in sorted(scores.treatments.items())]
    context = {
        "campaign": lead.campaign,
        "run": found,
        "scores": scores,
        "labels": labels,
        "stale": scores is not None and labels is not None and scores.snapshot_id != labels.snapshot.pk,
        "families": names,
        "grid": grid_of(scores, order, shown.split),
        "shown": shown,
        "splits": splits,
        "treatments": treatments,
        "treated": names[NDCG.name],
        "counts": [(what.replace("_", " "), count) for what, count in scores.counts.items()] if scores else [],
        "others": [one for one in others if one.pk != found.pk][:100],
        "ordered": NDCG.name,
        "order": value_of(order, names[NDCG.name], shown.split),
        "own": value_of(scores, names[NDCG.name], shown.split),
        "printed_order": SIMILARITY_ORDER.get(shown.k) if asks_published(request) else None,
        "order_source": SIMILARITY_SOURCE,
        "may_delete": may_delete,
    }
    return render(request, "console/runs/run.html", context)
