"""The list of queries, and which of them are worked on first."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.queries.services.prioritising import HIGHEST_PRIORITY, LOWEST_PRIORITY, set_priority
from console.frame.forms import asked_query, refusals_shown
from console.queries.selectors.list import LONGEST_FIND, STATES, listed_queries
from moments.base.errors import BadInput

QUERIES_A_PAGE = 50
MOST_CHOSEN = 1000


@require_safe
@login_required
def query_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_campaign(person_asking(request), slug)
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    state = request.GET.get("state", "")
    first = request.GET.get("first") == "1"
    found = listed_queries(lead, find=find, state=state, prioritised=first)
    kept = {"find": find, "state": state if state in STATES else "", "first": "1" if first else ""}
    context = {
        "campaign": lead.campaign,
        "page": Paginator(found, QUERIES_A_PAGE).get_page(request.GET.get("page")),
        "find": find,
        "state": state,
        "first": first,
        "states": list(STATES.items()),
        "kept": urlencode({name: value for name, value in kept.items() if value}) + "&",
        "shown": "queries",
        "priorities": range(HIGHEST_PRIORITY, LOWEST_PRIORITY - 1, -1),
    }
    return render(request, "console/queries/list.html", context)


@require_POST
@login_required
def query_priority(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """Set the priority of one query."""
    lead, _ = asked_query(request, slug, query_id)
    _set(request, lead, [query_id])
    return redirect("query", slug, query_id)


@require_POST
@login_required
def queries_priority(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the priority of the chosen queries."""
    lead = led_campaign(person_asking(request), slug)
    chosen = request.POST.getlist("query")[:MOST_CHOSEN]
    numbers = [int(one) for one in chosen if one.isascii() and one.isdecimal() and len(one) < 19]
    if len(numbers) < len(chosen):
        messages.error(request, "No changes were made: queries: expected query numbers.")
    else:
        _set(request, lead, numbers)
    return redirect(reverse("queries", args=[slug]) + "?" + urlencode({"first": "1"} if numbers else {}))


def _set(request: HttpRequest, lead: Lead, queries: list[int]) -> None:
    with refusals_shown(request):
        priority = _priority(request.POST.get("priority", ""))
        changed = set_priority(
            campaign=lead.campaign, queries=queries, priority=priority, now=timezone.now(), actor=lead.actor
        )
        messages.success(request, f"Priority set to {priority}: {changed} of {len(set(queries))} changed.")


def _priority(typed: str) -> int:
    try:
        return int(typed) if len(typed) < 4 else HIGHEST_PRIORITY + 1
    except ValueError as error:
        raise BadInput(f"priority: expected {LOWEST_PRIORITY} to {HIGHEST_PRIORITY}") from error
