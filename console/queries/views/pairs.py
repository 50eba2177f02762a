"""Takes a lead's exits for a pair that cannot be scored, withdraw it or put it back, and reopens decided ones."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from console.frame.forms.going_back import where_from
from console.frame.forms.notes import note_in
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import Pair


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the pair unjudged, for a reason."""
    lead = led_campaign(person_asking(request), slug)
    pair = _pair(lead, number)
    reason = note_in(request, "reason")
    if not reason:
        messages.error(request, f"Pair {number} was not withdrawn: give a reason.")
        return redirect(where_from(request, slug, pair))
    try:
        withdraw_pair(pair=pair, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"Pair {number} is withdrawn.")
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def put_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the pair to annotators again."""
    lead = led_campaign(person_asking(request), slug)
    pair = _pair(lead, number)
    try:
        put_back_pair(pair=pair, actor=lead.actor, reason=note_in(request, "reason"), now=timezone.now())
        messages.success(request, f"Pair {number} is back in the queues.")
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Have the pair scored again by others, for a reason."""
    lead = led_campaign(person_asking(request), slug)
    pair = _pair(lead, number)
    try:
        done = reopen_pair(pair=pair, actor=lead.actor, reason=note_in(request, "reason"), now=timezone.now())
        messages.success(
            request, f"Pair {number} is open again. {counted(done.scores, 'score is', 'scores are')} superseded."
        )
        if stuck_pairs(lead.campaign).filter(pk=pair.pk).exists():
            messages.warning(request, f"All qualified annotators have already seen pair {number}. Qualify more.")
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect(where_from(request, slug, pair))


def _pair(lead: Lead, number: int) -> Pair:
    pairs = lead.campaign.pairs.select_related("campaign", "query", "batch__protocol")
    return get_object_or_404(pairs, number=number)
