"""Decides all batches that follow their suggestion at once, after saying how many extend and how many close."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.review.selectors import awaiting_reviews, following
from consensus.review.services.following import Followed, follow_suggestions
from console.frame.forms import note_in

MOST_AT_ONCE = 500
LONGEST = 20_000
MOST_KEY = 2**63 - 1


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what would be decided; a POST decides those batches, and no others."""
    lead = led_campaign(person_asking(request), slug)
    if request.method == "POST":
        return _decide(request, lead)
    waiting = awaiting_reviews(lead)
    named = _named(request.GET)
    chosen = waiting.filter(pk__in=named) if named else waiting
    reviews = list(chosen.values_list("pk", flat=True)[:MOST_AT_ONCE])
    context = {
        "campaign": lead.campaign,
        "following": following(waiting.filter(pk__in=reviews)),
        "reviews": ",".join(map(str, reviews)),
        "left_out": waiting.count() - len(reviews),
        "only_shown": bool(named),
    }
    return render(request, "console/review/follow.html", context)


def _decide(request: HttpRequest, lead: Lead) -> HttpResponse:
    done = follow_suggestions(
        campaign=lead.campaign,
        reviews=_named(request.POST),
        actor=lead.actor,
        note=note_in(request, "note"),
        now=timezone.now(),
    )
    messages.success(request, _summary(done))
    return redirect("review", lead.campaign.slug)


def _summary(done: Followed) -> str:
    left = f" {done.left} did not change, because they were already decided or have no suggestion."
    decided = f"{done.extended} extended and {done.closed} closed as suggested."
    return decided + (left if done.left else "")


def _named(data: QueryDict) -> list[int]:
    """The reviews that the form or address names, each once; raises BadRequest for anything but numbers."""
    text = data.get("reviews", "")
    words = text.split(",") if text else []
    if len(text) > LONGEST or not all(word.isascii() and word.isdigit() for word in words):
        raise BadRequest("reviews: expected numbers separated by commas")
    numbers = list(dict.fromkeys(int(word) for word in words))
    if len(numbers) > MOST_AT_ONCE or any(number > MOST_KEY for number in numbers):
        raise BadRequest(f"reviews: expected at most {MOST_AT_ONCE} batches")
    return numbers
