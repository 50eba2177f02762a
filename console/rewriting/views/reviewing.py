"""The queue in which leads say of each rewrite of a sample whether it is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_twins, person_asking
from consensus.models import SampledRewrite
from consensus.twin_rewrites.selectors.reviewing import (
    newest_sample,
    reviewed_rewrites,
    rewrites_to_review,
    sample_progress,
)
from consensus.twin_rewrites.services.reviewing import review_rewrite, undo_review
from console.rewriting.selectors import review_cards, rewrite_cards
from moments.base.errors import BadInput
from moments.models import Campaign

CARDS_AT_ONCE, LATELY = 12, 20
MOST_PLACE = 2**31 - 1
CONFLICT, UNPROCESSABLE = 409, 422


@require_safe
@login_required
@never_cache
def rewrites_review(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue from its beginning, or behind the place `after`; htmx gets only the further cards."""
    lead = led_twins(person_asking(request), slug)
    sample = newest_sample(lead.campaign)
    after = _place(request.GET.get("after", ""))
    waiting = rewrites_to_review(sample) if sample else SampledRewrite.objects.none()
    rows = list(waiting.filter(place__gt=after)[: CARDS_AT_ONCE + 1])
    context = _cards(lead, rows[:CARDS_AT_ONCE])
    context["more"] = rows[CARDS_AT_ONCE - 1].place if len(rows) > CARDS_AT_ONCE else None
    if request.headers.get("HX-Request"):
        return render(request, "console/rewriting/_review_cards.html", context)
    lately = list(reviewed_rewrites(sample)[:LATELY]) if sample else []
    context |= {"sample": sample_progress(lead.campaign), "lately": rewrite_cards([one.rewrite for one in lately])}
    return render(request, "console/rewriting/review.html", context | {"after": after})


@require_POST
@login_required
def rewrites_say(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Store the verdict; the page's program gets its line, or why it was refused."""
    lead = led_twins(person_asking(request), slug)
    verdict = request.POST.get("decision", "")
    by: dict[str, Any] = {"actor": lead.actor, "now": timezone.now()}
    try:
        found = review_rewrite(campaign=lead.campaign, rewrite=number, verdict=verdict, **by)
    except BadInput as problem:
        return _refused(request, lead.campaign, number, problem)
    if request.headers.get("HX-Request"):
        (card,) = rewrite_cards([found])
        context = {"campaign": lead.campaign, "actor": lead.actor, "card": card}
        return render(request, "console/rewriting/_reviewed.html", context)
    messages.success(request, f"The rewrite is {found.verdict}.")
    return redirect("corpus-rewrites-review", slug)


@require_POST
@login_required
def rewrites_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the verdict back; the page's program gets the card again."""
    lead = led_twins(person_asking(request), slug)
    try:
        undo_review(campaign=lead.campaign, rewrite=number, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _refused(request, lead.campaign, number, problem)
    if request.headers.get("HX-Request"):
        sample = newest_sample(lead.campaign)
        assert sample is not None  # the rewrite was in it
        rows = list(rewrites_to_review(sample).filter(rewrite=number))
        return render(request, "console/rewriting/_review_cards.html", _cards(lead, rows))
    messages.success(request, "The decision is undone.")
    return redirect("corpus-rewrites-review", slug)


def _cards(lead: Lead, rows: Sequence[SampledRewrite]) -> dict[str, Any]:
    return {"campaign": lead.campaign, "actor": lead.actor, "cards": review_cards(rows)}


def _refused(request: HttpRequest, campaign: Campaign, number: int, problem: BadInput) -> HttpResponse:
    """409 if the rewrite no longer waits, 422 if it cannot be decided so."""
    refusal = f"No changes were made: {problem}."
    if request.headers.get("HX-Request"):
        sample = newest_sample(campaign)
        waits = sample is not None and rewrites_to_review(sample).filter(rewrite=number).exists()
        status = UNPROCESSABLE if waits else CONFLICT
        return HttpResponse(refusal, status=status, content_type="text/plain; charset=utf-8")
    messages.error(request, refusal)
    return redirect("corpus-rewrites-review", campaign.slug)


def _place(text: str) -> int:
    """The place in the address; 0 if it is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_PLACE))
    return min(int(text), MOST_PLACE) if is_number else 0
