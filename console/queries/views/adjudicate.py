"""Takes a lead's own verdict on a discarded pair, and takes it back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from console.frame.forms.going_back import where_from
from console.frame.forms.notes import note_in
from evaluation.scale import SCALE
from moments.base.errors import BadInput
from moments.models import Pair


@require_POST
@login_required
def adjudicate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the pair a relevance, for a reason."""
    lead, pair = _asked(request, slug, number)
    level = request.POST.get("relevance", "")
    try:
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
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let the rule's verdict stand again, for a reason."""
    lead, pair = _asked(request, slug, number)
    reason = note_in(request, "reason")
    try:
        withdraw_adjudication(pair=pair, actor=lead.actor, reason=reason, now=timezone.now(), seen=_seen(request))
        messages.success(request, f"Pair {number} is discarded again.")
    except BadInput as problem:
        messages.error(request, f"No changes were made: {problem}.")
    return redirect(where_from(request, slug, pair))


def _asked(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    lead = led_campaign(person_asking(request), slug)
    pairs = lead.campaign.pairs.select_related("campaign", "query")
    return lead, get_object_or_404(pairs, number=number)


def _seen(request: HttpRequest) -> int | None:
    """The verdict that the form was shown with."""
    seen = request.POST.get("seen", "")
    return int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 19 else None
