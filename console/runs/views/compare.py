"""Two runs side by side, and what they say to one query."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_grading, led_scoring, person_asking
from benchmark.comparison.plots import differences_drawing
from benchmark.comparison.selectors.comparison import SORTS, ComparedQuery, Difference, Pairing, pairing
from benchmark.comparison.selectors.query_sheet import query_sheet
from benchmark.comparison.tables import MeasureRow, differences_table, queries_table
from benchmark.runs.charts import difference_plot
from benchmark.runs.measures import SHOWN, measures_at
from benchmark.runs.selectors.runs import Shown, run_numbered
from console.frame.forms import figure_file, table_file
from console.runs.forms.runs import family_in, number_in, shown_in
from console.runs.views.twins import compare_twin_runs
from evaluation.scoring.scorecard import ALL
from moments.base.errors import BadInput

QUERIES_A_PAGE = 50
MEASURES, QUERIES = "measures", "queries"


@require_safe
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """The differences under every measure with intervals, and query by query under one."""
    lead = led_scoring(person_asking(request), slug)
    if lead.campaign.is_twin:
        return compare_twin_runs(request, lead)
    try:
        found = pairing(lead, number_in(request, "a"), number_in(request, "b"), request.GET.get("split") or ALL)
    except BadInput as problem:
        messages.error(request, f"The runs cannot be compared: {problem}.")
        return redirect("runs", slug)
    shown = shown_in(request, found.splits)
    names = {family: name for family, name in measures_at(shown.k, shown.iou).items() if name in found.measures}
    family = family_in(request, names)
    measure = names[family]
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else SORTS[0]
    differences = found.differences()
    address = _address(found.first.number, found.second.number, family, shown)
    rows = found.rows(measure, sort)
    page = Paginator(rows, QUERIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "pairing": found,
        "differences": differences,
        "chosen": next(one for one in differences if one.measure == measure),
        "measure": measure,
        "family": family,
        "families": names,
        "shown": shown,
        "ks": SHOWN.ks,
        "ious": SHOWN.ious,
        "sort": sort,
        "plot": difference_plot([row.difference for row in rows]),
        "page": page,
        "rows": _with_texts(lead, list(page)),
        "address": address,
        "paged": f"{address}&sort={sort}",
    }
    return render(request, "console/runs/compare.html", context)


@require_safe
@login_required
def compare_figure(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Every query's difference under the measure that the address names, as an SVG or PNG file."""
    try:
        _, found, measure = _asked(request, slug)
    except BadInput as problem:
        return _refused(problem)
    differences = [row.difference for row in found.rows(measure, SORTS[0])]
    plot = differences_drawing(differences, measure=measure, first=found.first.name, second=found.second.name)
    return figure_file(plot, kind, name=f"{slug}-differences-{found.first.number}-{found.second.number}")


@require_safe
@login_required
def compare_table(request: HttpRequest, slug: str, table: str, kind: str) -> HttpResponse:
    """Every measure of both runs, or every query under the measure that the address names, as CSV or LaTeX."""
    try:
        lead, found, measure = _asked(request, slug)
    except BadInput as problem:
        return _refused(problem)
    names = found.first.name, found.second.name
    made = None
    if table == MEASURES:
        made = differences_table(names, map(_row, found.differences()))
    elif table == QUERIES:
        rows = _with_texts(lead, found.rows(measure, SORTS[-1]))
        made = queries_table(measure, names, [(row.query_id, text, row.first, row.second) for row, text in rows])
    return table_file(made, kind, name=f"{slug}-{table}-{found.first.number}-{found.second.number}")


def _asked(request: HttpRequest, slug: str) -> tuple[Lead, Pairing, str]:
    """The two runs and the measure that the address names; raises BadInput if they cannot be compared."""
    lead = led_grading(person_asking(request), slug)
    found = pairing(lead, number_in(request, "a"), number_in(request, "b"), request.GET.get("split") or ALL)
    shown = shown_in(request, found.splits)
    names = {family: name for family, name in measures_at(shown.k, shown.iou).items() if name in found.measures}
    return lead, found, names[family_in(request, names)]


def _row(one: Difference) -> MeasureRow:
    ends = one.difference, one.low, one.high
    return MeasureRow(one.measure, one.first, one.second, ends, one.wins, one.losses, one.ties)


def _refused(problem: BadInput) -> HttpResponse:
    return HttpResponse(f"{problem}\n", status=400, content_type="text/plain; charset=utf-8")


@require_safe
@login_required
def compare_query(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """The query's labelled moments beside what one or two runs say."""
    lead = led_grading(person_asking(request), slug)
    numbers = [number_in(request, key) for key in ("a", "b") if request.GET.get(key)] or [number_in(request, "a")]
    runs = [run_numbered(lead, number) for number in dict.fromkeys(numbers)]
    shown = shown_in(request, [ALL])
    names = measures_at(shown.k, shown.iou)
    family = family_in(request, names)
    try:
        sheet = query_sheet(lead, runs, query_id, measure=names[family], iou=shown.iou)
    except BadInput as problem:
        messages.error(request, f"The runs cannot be compared: {problem}.")
        return redirect("runs", slug)
    back = reverse("run", args=[slug, numbers[0]])
    if len(runs) == 2:
        back = f"{reverse('compare-runs', args=[slug])}?{_address(numbers[0], numbers[1], family, shown)}"
    context = {"campaign": lead.campaign, "sheet": sheet, "shown": shown, "back": back}
    return render(request, "console/runs/query.html", context)


def _address(first: int, second: int, family: str, shown: Shown) -> str:
    """What an address says of a comparison, without order and page."""
    asked = {
        "a": first,
        "b": second,
        "family": family,
        "split": shown.split,
        "k": shown.k,
        "iou": f"{shown.iou:g}",
    }
    return urlencode(asked)


def _with_texts(lead: Lead, rows: list[ComparedQuery]) -> list[tuple[ComparedQuery, str]]:
    ids = [row.query_id for row in rows]
    texts = dict(lead.campaign.queries.filter(query_id__in=ids).values_list("query_id", "text"))
    return [(row, texts.get(row.query_id, "")) for row in rows]
