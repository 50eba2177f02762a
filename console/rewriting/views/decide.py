"""Takes a decision on one caption: accept, keep the description, edit, or try again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.models import User
from annotator.people.selectors.access import Lead, led_grading, person_asking
from moments.base.errors import BadInput
from moments.models import Rewriting
from moments.rewriting.checks import LEAST_SIMILARITY, Checked
from moments.rewriting.selectors.cards import rewriting_cards
from moments.rewriting.services.jobs import checked_by_hand
from moments.rewriting.services.review import accept_caption, edit_caption, retry_caption

OUTCOMES = {
    "accept": "accepted",
    "original": "kept the description",
    "edit": "edited",
    "retry": "queued for the next run",
}


class DoubtError(Exception):
    """The checks found a problem with a text, and nobody has confirmed that it should be saved."""

    def __init__(self, text: str, checked: Checked) -> None:
        super().__init__(text)
        self.text = text
        self.checked = checked


@require_POST
@login_required
def rewriting_decide(request: HttpRequest, slug: str, desc_id: int) -> HttpResponse:
    """Carry it out; to the page's program the line among the decided or the card with what is wrong, else the page."""
    person = person_asking(request)
    lead = led_grading(person, slug)
    campaign = lead.campaign
    rows = Rewriting.objects.filter(moment__campaign=campaign).select_related("moment__video", "moment__campaign")
    found = get_object_or_404(rows, moment__desc_id=desc_id)
    do = request.POST.get("do", "")
    try:
        caption = _decide(request, lead, _reviewer(person, lead), found, do)
    except DoubtError as doubt:
        return _again(request, found, doubt=doubt)
    except BadInput as problem:
        return _again(request, found, problem=str(problem))
    if request.headers.get("HX-Request"):
        context = {"campaign": campaign, "desc_id": desc_id, "caption": caption, "outcome": OUTCOMES[do]}
        answer = render(request, "console/rewriting/_decided.html", context)
        answer["HX-Trigger"] = "caption-decided"
        return answer
    messages.success(request, f"The caption of moment {desc_id}: {OUTCOMES[do]}.")
    return redirect("corpus-rewriting", slug)


def _reviewer(person: User, lead: Lead) -> str:
    """Who decides, as the caption keeps it: an admin by name, a lead by pseudonym."""
    return person.username if lead.is_admin else lead.actor


def _decide(request: HttpRequest, lead: Lead, reviewer: str, found: Rewriting, do: str) -> str:
    """Carry it out; the new caption, empty if it is waiting."""
    now = timezone.now()
    by: dict[str, Any] = {"reviewer": reviewer, "actor": lead.actor, "now": now}
    if do == "accept":
        attempt = _attempt(request)
        return accept_caption(rewriting=found, attempt=attempt, **by)
    if do == "original":
        return accept_caption(rewriting=found, attempt=None, **by)
    if do == "edit":
        return _edit(request, found, by)
    if do == "retry":
        retry_caption(rewriting=found, actor=lead.actor, now=now)
        return ""
    raise BadInput("do: expected accept, original, edit or retry")


def _edit(request: HttpRequest, found: Rewriting, by: dict[str, Any]) -> str:
    text = " ".join(request.POST.get("text", "").split())
    checked = checked_by_hand(rewriting=found, text=text) if text else None
    if checked is not None and checked.fault is not None and request.POST.get("sure") != text:
        raise DoubtError(text, checked)
    return edit_caption(rewriting=found, text=text, checked=checked, **by)


def _attempt(request: HttpRequest) -> int:
    value = request.POST.get("attempt", "")
    if not (value.isascii() and value.isdigit() and len(value) < 6):
        raise BadInput("there is no answer to accept; edit the caption or keep the description")
    return int(value)


def _again(
    request: HttpRequest, found: Rewriting, *, problem: str = "", doubt: DoubtError | None = None
) -> HttpResponse:
    """The card once more, with what is wrong; without the page's program a page of its own."""
    rows = Rewriting.objects.filter(pk=found.pk).select_related("moment__video").prefetch_related("attempts")
    (card,) = rewriting_cards(rows)
    context = {
        "campaign": found.moment.campaign,
        "card": card,
        "problem": problem,
        "doubt": doubt,
        "least": LEAST_SIMILARITY,
    }
    if request.headers.get("HX-Request"):
        return render(request, "console/rewriting/_card.html", context)
    return render(request, "console/rewriting/one.html", context, status=200 if doubt else 409)
