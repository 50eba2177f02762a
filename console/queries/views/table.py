"""The table of all pairs of a campaign, and the same as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from annotator.text.spreadsheet import csv_lines
from consensus.listing.actions import ACTIONS
from consensus.listing.filters import COLUMNS, FLAGS, OUTCOMES, SORTS, PairView
from consensus.listing.selectors.paging import PairPage, count_of_pairs, page_of_pairs
from consensus.listing.selectors.saved import may_change, saved_views
from console.frame.forms import parameters_of
from console.queries.selectors.table import (
    heads_of,
    names_of_annotators,
    rows_of,
    table_cells,
    table_header,
    view_asked,
)
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.models import Split

DIRECTIONS = (("", ", ascending"), ("-", ", descending"))
MORE = ("person", "video", "split", "round", "least", "most", "since", "until", "flag")


@require_safe
@login_required
@never_cache
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """One page of the pairs that the address describes; what it cannot describe is named above all pairs."""
    lead = led_grading(person_asking(request), slug)
    given = parameters_of(request.GET)
    view, page, problem = PairView(), PairPage([]), ""
    try:
        view = view_asked(lead.campaign, given)
        page = page_of_pairs(lead.campaign, view, after=given.get("after", ""), before=given.get("before", ""))
    except BadInput as refusal:
        problem = str(refusal)
    context = _context(lead, view, given.get("view", "")) | {"page": page, "problem": problem, "given": given}
    context["rows"] = rows_of(lead.campaign, page.pairs)
    return render(request, "console/queries/table.html", context, status=400 if problem else 200)


@require_safe
@login_required
@never_cache
def pairs_count(request: HttpRequest, slug: str) -> HttpResponse:
    """How many pairs the view has, in digits, for a page that is shown already."""
    lead = led_grading(person_asking(request), slug)
    try:
        view = view_asked(lead.campaign, parameters_of(request.GET))
    except BadInput as problem:
        return HttpResponse(f"{problem}\n", content_type="text/plain; charset=utf-8", status=400)
    return HttpResponse(f"{count_of_pairs(lead.campaign, view):,}", content_type="text/plain; charset=utf-8")


@require_safe
@login_required
def pairs_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All pairs of the view with its columns, sent while they are read."""
    lead = led_grading(person_asking(request), slug)
    try:
        view = view_asked(lead.campaign, parameters_of(request.GET))
    except BadInput as problem:
        return HttpResponse(f"{problem}\n", content_type="text/plain; charset=utf-8", status=400)
    answer = StreamingHttpResponse(_lines(lead, view), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{slug}-pairs.csv")
    return answer


def _lines(lead: Lead, view: PairView) -> Iterator[str]:
    yield csv_lines([table_header(view)])
    for rows in table_cells(lead.campaign, view):
        yield csv_lines(rows)


def _context(lead: Lead, view: PairView, opened: str) -> dict[str, Any]:
    """What the forms of the page offer."""
    saved = list(saved_views(lead))
    current = next((one for one in saved if str(one.number) == opened), None)
    return {
        "campaign": lead.campaign,
        "view": view,
        "heads": heads_of(view),
        "address": f"{view.address}&view={opened}".strip("&") if current else view.address,
        "paged": f"{view.address}&" + (f"view={opened}&" if current else ""),
        "more": any(getattr(view, field) for field in MORE),
        "saved": saved,
        "current": current,
        "is_own": current is not None and may_change(current, lead.actor),
        "is_owner": current is None or current.owner == lead.actor,
        "outcomes": OUTCOMES.items(),
        "flags": FLAGS.items(),
        "columns": COLUMNS.items(),
        "sorts": [(sign + key, name + words) for key, name in SORTS.items() for sign, words in DIRECTIONS],
        "splits": Split.choices,
        "people": names_of_annotators(lead),
        "actions": ACTIONS.values(),
        "levels": levels_of(lead.campaign),
    }
