"""Takes a lead's exits for all parked pairs of a query at once."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from consensus.pairs.services.withdrawing import put_back_parked, withdraw_parked
from console.frame.forms import asked_query, note_in, refusals_shown, where_from
from moments.base.plurals import counted


@require_POST
@login_required
def withdraw_all(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """End all parked pairs of the query unjudged, for a reason."""
    lead, query = asked_query(request, slug, query_id)
    reason = note_in(request, "reason")
    if not reason:
        messages.error(request, "The pairs were not withdrawn: give a reason.")
        return redirect(where_from(request, slug, query))
    with refusals_shown(request):
        count = withdraw_parked(query=query, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"{counted(count, 'pair is', 'pairs are')} withdrawn.")
    return redirect(where_from(request, slug, query))


@require_POST
@login_required
def put_back_all(request: HttpRequest, slug: str, query_id: int) -> HttpResponse:
    """Show all parked pairs of the query to annotators again."""
    lead, query = asked_query(request, slug, query_id)
    reason = note_in(request, "reason")
    with refusals_shown(request):
        count = put_back_parked(query=query, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"{counted(count, 'pair is', 'pairs are')} back in the queues.")
    return redirect(where_from(request, slug, query))
