"""Figures and tables of the pages of runs as files for papers."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from benchmark.models import Run, RunKind
from benchmark.runs.measures import measures_at
from benchmark.runs.run_tables import grid_table, published_table, runs_table, seeds_table
from benchmark.runs.selectors.runs import (
    Shown,
    Value,
    grid_of,
    known_splits,
    labels_in_force,
    listed_runs,
    plots_of,
    run_numbered,
    run_rows,
    scores_of,
    seed_groups,
    similarity_order,
)
from benchmark.runs.tables import Ends, Table
from console.frame.forms import chart_file, table_file
from console.runs.forms.runs import shown_in
from console.runs.views.runs import RUNS_A_PAGE
from evaluation.scoring.published import published_at

RUNS, SEEDS, PUBLISHED = "runs", "seeds", "published"


@require_safe
@login_required
def runs_figure(request: HttpRequest, slug: str, family: str, kind: str) -> HttpResponse:
    """The means of the runs of a page under one measure."""
    lead = led_grading(person_asking(request), slug)
    found = list(Paginator(listed_runs(lead), RUNS_A_PAGE).get_page(request.GET.get("page")))
    shown = shown_in(request, known_splits(found))
    plots = plots_of(run_rows(found, labels_in_force(lead), shown), shown)
    chart = next((one.plot for one in plots if one.family == family), None)
    return chart_file(chart, kind, name=f"{slug}-{family}-{_marks(shown)}")


@require_safe
@login_required
def runs_table_file(request: HttpRequest, slug: str, table: str, kind: str) -> HttpResponse:
    """All runs, the means over seeds, or the published results."""
    lead = led_grading(person_asking(request), slug)
    found = list(listed_runs(lead))
    shown = shown_in(request, known_splits(found))
    makers = {RUNS: _runs, SEEDS: _seeds, PUBLISHED: _published}
    if table not in makers:
        raise Http404("no such table")
    return table_file(makers[table](lead, found, shown), kind, name=f"{slug}-{table}-{_marks(shown)}")


@require_safe
@login_required
def run_table_file(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """One run under every measure."""
    lead = led_grading(person_asking(request), slug)
    run = run_numbered(lead, number)
    shown = shown_in(request, known_splits([run]))
    scores = scores_of(run)
    order = similarity_order(listed_runs(lead).filter(kind=RunKind.SIMILARITY), scores)
    rows = [
        (row.k, row.iou, [_ends(one) for one in row.values], _ends(row.order))
        for row in grid_of(scores, order, shown.split)
    ]
    table = grid_table(measures_at(shown.k, shown.iou), rows) if rows else None
    return table_file(table, kind, name=f"{slug}-run-{number}-{shown.split}")


def _marks(shown: Shown) -> str:
    return f"{shown.split}-{shown.k}-{shown.iou:g}"


def _runs(lead: Lead, found: list[Run], shown: Shown) -> Table:
    rows = run_rows(found, labels_in_force(lead), shown)
    current = [(row.run.number, row.run.name, row.values) for row in rows if row.scores is not None and not row.stale]
    names = measures_at(shown.k, shown.iou).values()
    return runs_table(list(names), [(number, name, [_ends(one) for one in values]) for number, name, values in current])


def _seeds(lead: Lead, found: list[Run], shown: Shown) -> Table:
    names = list(measures_at(shown.k, shown.iou).values())
    groups = seed_groups(found, labels_in_force(lead))
    return seeds_table(
        names, [(one.system, one.seeds, [one.spread(name, shown.split) for name in names]) for one in groups]
    )


def _published(lead: Lead, found: list[Run], shown: Shown) -> Table:
    return published_table(published_at(shown.k, shown.iou))


def _ends(value: Value | None) -> Ends | None:
    return None if value is None else (value.mean, value.low, value.high)
