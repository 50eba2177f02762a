"""Takes a lead's decision on a batch: extend or close."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.views.access import person_asking
from consensus.models import BatchReview, Decision
from consensus.selectors.pages import Lead, led_campaign
from consensus.services.reviewing import decide_batch
from consensus.views.notes import note_in
from moments.errors import BadInput

DECISIONS = {Decision.EXTEND.value: Decision.EXTEND, Decision.CLOSE.value: Decision.CLOSE}


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, review_id: int) -> HttpResponse:
    """Carry it out and say what happened: in the card for htmx, else on the query's page."""
    lead = led_campaign(person_asking(request), slug)
    reviews = lead.campaign.reviews.select_related("campaign", "batch__query", "batch__campaign", "batch__protocol")
    review = get_object_or_404(reviews, pk=review_id)
    decision = DECISIONS.get(request.POST.get("decision", ""))
    if decision is None:
        raise BadRequest("decision: expected extend or close")
    done, what = _carry_out(review, decision, lead, note_in(request, "note"))
    if request.headers.get("HX-Request"):
        context = {"campaign": lead.campaign, "review": review, "done": done, "what": what}
        return render(request, "consensus/_decided.html", context)
    messages.add_message(request, messages.SUCCESS if done else messages.ERROR, what)
    return redirect("query", slug, review.batch.query.query_id)


def _carry_out(review: BatchReview, decision: Decision, lead: Lead, note: str) -> tuple[bool, str]:
    number = review.batch.number
    try:
        opened = decide_batch(review=review, decision=decision, actor=lead.actor, note=note, now=timezone.now())
    except BadInput as problem:
        return False, f"Nothing was changed: {problem}."
    if decision == Decision.EXTEND and opened is not None:
        return True, f"Batch {number} is extended: batch {opened.number} is open."
    return True, f"The query is closed after batch {number}."
