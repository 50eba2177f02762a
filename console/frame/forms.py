"""What pages of leads share: what forms are about, notes, refusals, ways back, marks of use, waiting, figures."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from annotator.people.selectors.access import Lead, led_campaign, led_grading, person_asking
from annotator.text.section import Plot
from benchmark.runs.chart_files import as_svg
from benchmark.runs.tables import Table, as_csv, as_latex
from consensus.report.drawing import drawn, pictured, styled
from moments.base.charts import Chart
from moments.base.errors import BadInput
from moments.models import Job, Pair, Query

INBOX, PROBLEMS, PAIRS = "inbox", "problems", "pairs"
LONGEST_VIEW = 4000
LONGEST_NOTE = 1000
MARKS_KEPT = 20
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SVG, PNG = "svg", "png"
NO_LABELS: Mapping[str, str] = {}
TYPES = {SVG: "image/svg+xml", PNG: "image/png"}
TABLES: dict[str, tuple[str, Callable[[Table], str]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "tex": ("application/x-tex; charset=utf-8", as_latex),
}


def asked_pair(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    """The lead and their campaign's pair of that number; raises Http404 if there is none."""
    lead = led_campaign(person_asking(request), slug)
    pairs = lead.campaign.pairs.select_related("campaign", "query", "moment", "batch__protocol")
    return lead, get_object_or_404(pairs, number=number)


def asked_graded_pair(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    """The same for what only pairs that are graded have; raises Http404 in a campaign of another kind."""
    led_grading(person_asking(request), slug)
    return asked_pair(request, slug, number)


def asked_query(request: HttpRequest, slug: str, query_id: int) -> tuple[Lead, Query]:
    """The lead and their campaign's query of that number; raises Http404 if there is none to grade."""
    lead = led_grading(person_asking(request), slug)
    return lead, get_object_or_404(lead.campaign.queries.select_related("campaign"), query_id=query_id)


def whole_number(text: str, field: str, *, digits: int = 5) -> int:
    """The number that was typed into the field; raises BadInput for anything else and for more digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise BadInput("expected a whole number", field=field)
    return int(text)


def with_label(problem: Exception, labels: Mapping[str, str]) -> str:
    """The refusal with the label that the person reads in place of the field's name in code."""
    name, colon, reason = str(problem).partition(": ")
    label = labels.get(name.replace("-", "_")) if colon else None
    return f"{label}: {reason}" if label else str(problem)


def note_in(request: HttpRequest, field: str) -> str:
    """The field's text without space around it; raises BadRequest if it is too long.

    The end of a line is one character, as the browser counts it.
    """
    note = request.POST.get(field, "").replace("\r\n", "\n").strip()
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise BadRequest(f"{field}: expected at most {LONGEST_NOTE} characters")
    return note


@contextmanager
def refusals_shown(
    request: HttpRequest, outcome: str = "No changes were made", labels: Mapping[str, str] = NO_LABELS
) -> Iterator[None]:
    """Turn BadInput into a message for the person: the outcome, and why, by the labels of the fields."""
    try:
        yield
    except BadInput as problem:
        messages.error(request, f"{outcome}: {with_label(problem, labels)}.")


def where_from(request: HttpRequest, slug: str, about: Pair | Query) -> str:
    """The inbox, the problems page or the table of pairs if the form is on it, else the page of the query."""
    back = request.POST.get("back", "")
    if back == PAIRS:
        return table_of_pairs(request, slug)
    if back in (INBOX, PROBLEMS):
        return reverse(back, args=[slug])
    if back == "resolved":
        return reverse(PROBLEMS, args=[slug]) + "?show=resolved"
    query = about if isinstance(about, Query) else about.query
    return reverse("query", args=[slug, query.query_id])


def table_of_pairs(request: HttpRequest, slug: str) -> str:
    """The table of all pairs with the view from which the form came."""
    view = urlencode(dict(parse_qsl(request.POST.get("view", "")[:LONGEST_VIEW])), safe=",:")
    return reverse("pairs", args=[slug]) + (f"?{view}" if view else "")


def parameters_of(given: QueryDict) -> dict[str, str]:
    """The parameters of an address; what is given several times, as boxes that are ticked, is joined by commas."""
    return {name: ",".join(value for value in given.getlist(name) if value) for name in given}


def new_mark() -> str:
    """The value of `once` in forms, so that reloading a page does not create a second secret."""
    return secrets.token_urlsafe(9)


def was_done(request: HttpRequest) -> bool:
    """Whether this very form was sent before; one without a mark never was."""
    return _mark(request) in request.session.get("done_once", [])


def keep_done(request: HttpRequest) -> None:
    """Remember, with the session, that the form has done its work."""
    if request.POST.get("once"):
        request.session["done_once"] = [*request.session.get("done_once", []), _mark(request)][-MARKS_KEPT:]


def _mark(request: HttpRequest) -> str:
    return f"{request.path} {request.POST.get('once', '')[:40]}"


def waiting_page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *jobs: Job | None, problem: str = ""
) -> HttpResponse:
    """A page that asks for itself while a job is live, and is loaded again once it is over.

    It is answered with 400 if something that was typed cannot be used.
    """
    is_live = any(job is not None and job.is_live for job in jobs)
    page = {**context, "is_live": is_live, "problem": problem}
    answer = render(request, template, page, status=400 if problem else 200)
    if request.headers.get("HX-Request") and not is_live:
        answer["HX-Refresh"] = "true"
    return answer


def figure_file(plot: Plot | None, kind: str, *, name: str) -> HttpResponse:
    """The drawing as SVG or PNG, to be kept as `name`, drawn now in a process of its own.

    Raises Http404 for another kind and if there is none.
    """
    return _figure(None if plot is None else lambda: drawn([plot])[plot.name], kind, name)


def chart_file(chart: Chart | None, kind: str, *, name: str) -> HttpResponse:
    """The same for a chart as a page shows it; without a process of its own where no PNG is asked for."""
    if chart is not None and kind == SVG:
        return _file(styled(as_svg(chart)), TYPES[SVG], f"{name}.{SVG}")
    return _figure(None if chart is None else lambda: pictured(as_svg(chart)), kind, name)


def table_file(table: Table | None, kind: str, *, name: str) -> HttpResponse:
    """The table as CSV or LaTeX; raises Http404 for another kind and if there is none."""
    if table is None or kind not in TABLES:
        raise Http404("tables are CSV or LaTeX files")
    content_type, written = TABLES[kind]
    return _file(written(table), content_type, f"{name}.{kind}")


def _figure(draw: Callable[[], tuple[str, bytes]] | None, kind: str, name: str) -> HttpResponse:
    if kind not in TYPES:
        raise Http404("figures are SVG or PNG files")
    if draw is None:
        raise Http404("there is nothing to draw yet")
    try:
        svg, png = draw()
    except BadInput as problem:
        return HttpResponse(f"{problem}\n", status=503, content_type="text/plain; charset=utf-8")
    return _file(svg if kind == SVG else png, TYPES[kind], f"{name}.{kind}")


def _file(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=attached)


def is_local(request: HttpRequest) -> bool:
    """Whether the address that was asked for leads nowhere from another computer."""
    host, _ = split_domain_port(request.get_host())
    return host in LOOPBACK
