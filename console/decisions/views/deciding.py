"""Takes decisions on items of a queue, their undoing, and another reason for them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import Lead
from console.decisions.selectors.items import Done, Queue
from console.decisions.views.acts import acts_of
from console.decisions.views.acts.asked import Asked
from console.decisions.views.queue import asked_queue, cards_context
from console.frame.forms import note_in
from moments.base.errors import BadInput

CONFLICT, UNPROCESSABLE = 409, 422


@require_POST
@login_required
def decisions_item(request: HttpRequest, slug: str, kind: str, item: int) -> HttpResponse:
    """Carry the decision out; the page's program gets the line that tells it, or why it was refused.

    409 if the item no longer awaits a decision, 422 if it cannot be decided so.
    """
    lead, queue = asked_queue(request, slug, kind)
    given = request.POST.get("decision", "")
    choice = next((one for one in queue.choices(lead.campaign) if one.value == given), None)
    if choice is None:
        raise BadRequest("decision: expected one of those that the queue offers")
    asked = _asked(request, lead, item, given)
    try:
        if choice.asks_reason and not asked.reason:
            raise BadInput("give a reason")
        acts_of(lead.campaign, kind).decide(asked, choice)
    except BadInput as problem:
        return _refused(request, lead, queue, item, problem)
    return _answered(request, lead, queue, item, outcome=choice.done)


@require_POST
@login_required
def decisions_undo(request: HttpRequest, slug: str, kind: str, item: int) -> HttpResponse:
    """Take the decision back; the page's program gets the card of what awaits a decision again."""
    lead, queue = asked_queue(request, slug, kind)
    try:
        acts_of(lead.campaign, kind).undo(_asked(request, lead, item, ""))
    except BadInput as problem:
        return _refused(request, lead, queue, item, problem)
    again = list(queue.found(lead).filter(**{queue.place: item}))
    if _asked_by_program(request):
        return render(request, "console/decisions/_cards.html", cards_context(lead, queue, again))
    messages.success(request, f"The decision on {queue.words.unit[0]} {item} is undone.")
    return redirect("decisions-queue", slug, kind)


@require_POST
@login_required
def decisions_reason(request: HttpRequest, slug: str, kind: str, item: int) -> HttpResponse:
    """Give a decision of one's own another reason; the page's program gets its line anew."""
    lead, queue = asked_queue(request, slug, kind)
    explain = acts_of(lead.campaign, kind).explain
    if explain is None:
        raise BadRequest("reason: the decisions of this queue keep their reasons")
    try:
        explain(_asked(request, lead, item, ""))
    except BadInput as problem:
        return _refused(request, lead, queue, item, problem)
    return _answered(request, lead, queue, item, outcome="given another reason")


def _asked(request: HttpRequest, lead: Lead, item: int, value: str) -> Asked:
    reason = note_in(request, "typed") or note_in(request, "reason")
    seen = request.POST.get("seen", "")[:64]
    criterion = request.POST.get("criterion", "")[:64]
    return Asked(lead=lead, item=item, value=value, reason=reason, seen=seen, now=timezone.now(), criterion=criterion)


def _answered(request: HttpRequest, lead: Lead, queue: Queue, item: int, *, outcome: str) -> HttpResponse:
    """The decision's line; one that nothing tells afterwards is told by its outcome alone."""
    done: Done | None = next(iter(queue.lately(lead, item)), None)
    what = f"{queue.words.unit[0].capitalize()} {item}"
    if _asked_by_program(request):
        context = {**cards_context(lead, queue, []), "done": done, "what": what, "outcome": outcome}
        return render(request, "console/decisions/_done.html", context)
    messages.success(request, f"{what}: {done.outcome if done else outcome}.")
    return redirect("decisions-queue", lead.campaign.slug, queue.key)


def _refused(request: HttpRequest, lead: Lead, queue: Queue, item: int, problem: BadInput) -> HttpResponse:
    refusal = f"No changes were made: {problem}."
    if _asked_by_program(request):
        waits = queue.found(lead).filter(**{queue.place: item}).exists()
        status = UNPROCESSABLE if waits else CONFLICT
        return HttpResponse(refusal, status=status, content_type="text/plain; charset=utf-8")
    messages.error(request, refusal)
    return redirect("decisions-queue", lead.campaign.slug, queue.key)


def _asked_by_program(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))
