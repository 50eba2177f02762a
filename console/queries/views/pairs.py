"""Takes a lead's exits for a pair that cannot be scored, withdraw it or put it back, and reopens decided ones."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from console.frame.forms import asked_pair, note_in, refusals_shown, where_from
from moments.base.plurals import counted


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the pair unjudged, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    reason = note_in(request, "reason")
    if not reason:
        messages.error(request, f"Pair {number} was not withdrawn: give a reason.")
        return redirect(where_from(request, slug, pair))
    with refusals_shown(request):
        withdraw_pair(pair=pair, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"Pair {number} is withdrawn.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def put_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the pair to annotators again."""
    lead, pair = asked_pair(request, slug, number)
    with refusals_shown(request):
        put_back_pair(pair=pair, actor=lead.actor, reason=note_in(request, "reason"), now=timezone.now())
        messages.success(request, f"Pair {number} is back in the queues.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Have the pair scored again by others, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    with refusals_shown(request):
        done = reopen_pair(pair=pair, actor=lead.actor, reason=note_in(request, "reason"), now=timezone.now())
        messages.success(
            request, f"Pair {number} is open again. {counted(done.scores, 'score is', 'scores are')} superseded."
        )
        if stuck_pairs(lead.campaign).filter(pk=pair.pk).exists():
            messages.warning(request, f"All qualified annotators have already seen pair {number}. Qualify more.")
    return redirect(where_from(request, slug, pair))
