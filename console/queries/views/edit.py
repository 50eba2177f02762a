"""Where leads edit a query's text, or retire the query, once they have seen what that does."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import Lead
from consensus.queries.selectors import consequences
from consensus.queries.services.editing import edit_query, retire_query
from console.frame.forms import asked_query, note_in
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import Query


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def query_edit(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """The form with what it will do; a POST does it."""
    lead, query = asked_query(request, slug, query_id)
    if request.method != "POST":
        return _page(request, lead, query, "edit")
    text, reason = request.POST.get("text", ""), note_in(request, "reason")
    seen = request.POST.get("seen_version", "")
    version = int(seen) if seen.isdecimal() and len(seen) < 6 else None
    try:
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
    """The question with what it will do; a POST does it."""
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
