"""The list of queries with their priorities, and the forms to edit or retire one."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from consensus.queries.selectors import consequences
from consensus.queries.services.editing import correct_query, edit_query, retire_query
from consensus.queries.services.prioritising import HIGHEST_PRIORITY, LOWEST_PRIORITY, set_priority
from console.frame.forms import asked_query, note_in, refusals_shown
from console.queries.selectors.list import LONGEST_FIND, STATES, listed_queries
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import Query

QUERIES_A_PAGE = 50
MOST_CHOSEN = 1000


@require_safe
@login_required
def query_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    lead = led_grading(person_asking(request), slug)
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
    lead = led_grading(person_asking(request), slug)
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


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def query_edit(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """The form with its consequences; a POST edits the query."""
    lead, query = asked_query(request, slug, query_id)
    if request.method != "POST":
        return _page(request, lead, query, "edit")
    text, reason = request.POST.get("text", ""), note_in(request, "reason")
    seen = request.POST.get("seen_version", "")
    version = int(seen) if seen.isdecimal() and len(seen) < 6 else None
    try:
        if request.POST.get("meaning") == "same":
            correct_query(
                query=query, text=text, actor=lead.actor, reason=reason, now=timezone.now(), seen_version=version
            )
            messages.success(request, "The wording was corrected. All scores count as before.")
            return redirect("query", slug, query_id)
        done = edit_query(
            query=query, text=text, actor=lead.actor, reason=reason, now=timezone.now(), seen_version=version
        )
    except BadInput as problem:
        return _page(request, lead, query, "edit", text=text, reason=reason, problem=str(problem))
    messages.success(request, f"The query was changed. {counted(done.scores, 'score is', 'scores are')} superseded.")
    return redirect("query", slug, query_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def query_retire(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """The consequences; a POST retires the query."""
    lead, query = asked_query(request, slug, query_id)
    if request.method != "POST":
        return _page(request, lead, query, "retire")
    reason = note_in(request, "reason")
    try:
        count = retire_query(query=query, actor=lead.actor, reason=reason, now=timezone.now())
    except BadInput as problem:
        return _page(request, lead, query, "retire", reason=reason, problem=str(problem))
    messages.success(request, f"The query is retired, and {counted(count, 'pair is', 'pairs are')} withdrawn.")
    return redirect("query", slug, query_id)


def _page(
    request: HttpRequest,
    lead: Lead,
    query: Query,
    what: str,
    *,
    text: str | None = None,
    reason: str = "",
    problem: str = "",
) -> HttpResponse:
    query.refresh_from_db()
    context = {
        "campaign": lead.campaign,
        "query": query,
        "text": query.text if text is None else text,
        "reason": reason,
        "problem": problem,
        "does": consequences(query),
    }
    return render(request, f"console/queries/{what}.html", context, status=409 if problem else 200)
