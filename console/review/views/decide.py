"""Takes a lead's decisions: on one batch, its undoing, or on all batches that follow their suggestion."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from annotator.people.selectors.access import Lead, led_grading, person_asking
from consensus.models import BatchReview, Decision
from consensus.review.selectors import awaiting_reviews, following, review_cards
from consensus.review.services.following import Followed, follow_suggestions
from consensus.review.services.reviewing import AlreadyDecided, decide_batch
from consensus.review.services.undoing import undo_decision
from console.frame.forms import note_in
from moments.base.errors import BadInput

DECISIONS = {Decision.EXTEND.value: Decision.EXTEND, Decision.CLOSE.value: Decision.CLOSE}
QUEUES = ("review", "inbox")
CONFLICT, UNPROCESSABLE = 409, 422
MOST_AT_ONCE = 500
LONGEST = 20_000
MOST_KEY = 2**63 - 1


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, review_id: int) -> HttpResponse:
    """Carry it out and say what happened: to the page's program its line among the decided, else on the page.

    The program gets the reason of a refusal: 409 if the batch is decided already, 422 if it cannot be done.
    """
    lead = led_grading(person_asking(request), slug)
    review = _review(lead, review_id)
    decision = DECISIONS.get(request.POST.get("decision", ""))
    if decision is None:
        raise BadRequest("decision: expected extend or close")
    note = note_in(request, "note")
    try:
        decide_batch(review=review, decision=decision, actor=lead.actor, note=note, now=timezone.now())
    except BadInput as problem:
        return _refused(request, review, problem)
    if _asked_by_program(request):
        context = {"campaign": lead.campaign, "review": review, "actor": lead.actor}
        return render(request, "console/review/_decided.html", context)
    messages.success(request, _what_was_done(review))
    return redirect(*_back(request, review))


@require_POST
@login_required
def undo(request: HttpRequest, slug: str, review_id: int) -> HttpResponse:
    """Take the decision back; the page's program gets the card of the batch, which awaits a decision again."""
    lead = led_grading(person_asking(request), slug)
    review = _review(lead, review_id)
    try:
        again = undo_decision(review=review, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _refused(request, review, problem)
    if _asked_by_program(request):
        cards = review_cards(awaiting_reviews(lead).filter(pk=again.pk)) if again else []
        return render(request, "console/review/_cards.html", {"campaign": lead.campaign, "cards": cards})
    messages.success(request, f"The decision on batch {review.batch.number} is undone. It awaits review again.")
    return redirect(*_back(request, review))


def _review(lead: Lead, review_id: int) -> BatchReview:
    reviews = lead.campaign.reviews.select_related("campaign", "batch__query", "batch__campaign", "batch__protocol")
    return get_object_or_404(reviews, pk=review_id)


def _asked_by_program(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _refused(request: HttpRequest, review: BatchReview, problem: BadInput) -> HttpResponse:
    refusal = f"No changes were made: {problem}."
    if _asked_by_program(request):
        status = CONFLICT if isinstance(problem, AlreadyDecided) else UNPROCESSABLE
        return HttpResponse(refusal, status=status, content_type="text/plain; charset=utf-8")
    messages.error(request, refusal)
    return redirect(*_back(request, review))


def _what_was_done(review: BatchReview) -> str:
    number = review.batch.number
    if review.decision == Decision.EXTEND:
        return f"Batch {number} is extended. Batch {number + 1} is now open."
    return f"The query is closed after batch {number}."


def _back(request: HttpRequest, review: BatchReview) -> tuple[str, ...]:
    """The queue or the inbox if the form is on it, else the page of the query."""
    if request.POST.get("back") in QUEUES:
        return request.POST["back"], review.campaign.slug
    return "query", review.campaign.slug, str(review.batch.graded_query.query_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what would be decided; a POST decides those batches, and no others."""
    lead = led_grading(person_asking(request), slug)
    if request.method == "POST":
        return _follow(request, lead)
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


def _follow(request: HttpRequest, lead: Lead) -> HttpResponse:
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
