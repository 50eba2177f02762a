"""What leads do about pairs: withdraw, put back, one or all on hold; reopen and adjudicate decided ones."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.twins import withdraw_clip
from consensus.pairs.services.withdrawing import put_back_pair, put_back_parked, withdraw_pair, withdraw_parked
from console.frame.forms import asked_pair, asked_query, note_in, refusals_shown, where_from
from moments.base.errors import BadInput
from moments.base.plurals import counted


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the pair unjudged, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    reason = note_in(request, "reason")
    if not reason:
        messages.error(request, f"{_named(lead)} {number} was not withdrawn: give a reason.")
        return redirect(where_from(request, slug, pair))
    with refusals_shown(request):
        withdraw = withdraw_clip if lead.campaign.is_twin else withdraw_pair
        withdraw(pair=pair, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"{_named(lead)} {number} is withdrawn.")
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def put_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the pair to annotators again."""
    lead, pair = asked_pair(request, slug, number)
    with refusals_shown(request):
        put_back_pair(pair=pair, actor=lead.actor, reason=note_in(request, "reason"), now=timezone.now())
        messages.success(request, f"{_named(lead)} {number} is back in the queues.")
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
            messages.warning(request, f"All qualified annotators have already seen pair {number}. Qualify more people.")
    return redirect(where_from(request, slug, pair))


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


@require_POST
@login_required
def adjudicate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the pair a relevance, for a reason."""
    lead, pair = asked_pair(request, slug, number)
    level = request.POST.get("relevance", "")
    with refusals_shown(request):
        if level not in lead.campaign.scale.by_text:
            raise BadInput(f"relevance: expected {lead.campaign.scale}")
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


def _named(lead: Lead) -> str:
    """What leads call a pair of this kind of campaign."""
    return "Question" if lead.campaign.is_marked else "Pair"
