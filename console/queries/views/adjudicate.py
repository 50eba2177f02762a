"""Takes a lead's own verdict on a discarded pair, and takes it back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from console.frame.forms import asked_pair, note_in, refusals_shown, where_from
from evaluation.scale import SCALE
from moments.base.errors import BadInput


@require_POST
@login_required
def adjudicate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the pair a relevance, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    level = request.POST.get("relevance", "")
    with refusals_shown(request):
        if level not in SCALE.by_text:
            raise BadInput(f"relevance: expected {SCALE}")
        adjudicate_pair(
            pair=pair,
            relevance=int(level),
            actor=lead.actor,
            reason=note_in(request, "reason"),
            now=timezone.now(),
            seen=_seen(request),
        )
        messages.success(request, f"Pair {number} is adjudicated as {level}. It stays out of the consensus labels.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let the rule's verdict stand again, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    reason = note_in(request, "reason")
    with refusals_shown(request):
        withdraw_adjudication(pair=pair, actor=lead.actor, reason=reason, now=timezone.now(), seen=_seen(request))
        messages.success(request, f"Pair {number} is discarded again.")
    return redirect(where_from(request, slug, pair))


def _seen(request: HttpRequest) -> int | None:
    """The verdict that the form was shown with."""
    seen = request.POST.get("seen", "")
    return int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 19 else None
