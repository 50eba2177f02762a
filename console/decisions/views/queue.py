"""The page of one queue, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from consensus.truths.selectors.complete import questions_for_lead
from console.decisions.selectors.items import Queue
from console.decisions.selectors.registry import queues_of, waiting_queues

CARDS_AT_ONCE = 12
MOST_KEY = 2**63 - 1


@require_safe
@never_cache
@login_required
def decisions(request: HttpRequest, slug: str) -> HttpResponse:
    """Every queue with how many items await a decision and what deciding changes."""
    lead = led_campaign(person_asking(request), slug)
    context = {"campaign": lead.campaign, "queues": waiting_queues(lead), "to_decide": _to_decide(lead)}
    return render(request, "console/decisions/list.html", context)


@require_safe
@never_cache
@login_required
def decisions_queue(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The queue from its beginning, or behind the item `after`; htmx gets only the further cards."""
    lead, queue = asked_queue(request, slug, kind)
    after = _number(request.GET.get("after", ""))
    found = queue.found(lead)
    behind = found.filter(**{f"{queue.place}__gt": after}) if after is not None else found
    items = list(behind[: CARDS_AT_ONCE + 1])
    context = cards_context(lead, queue, items[:CARDS_AT_ONCE])
    context["more"] = getattr(items[CARDS_AT_ONCE - 1], queue.place) if len(items) > CARDS_AT_ONCE else None
    if request.headers.get("HX-Request"):
        return render(request, "console/decisions/_cards.html", context)
    context |= {
        "queues": waiting_queues(lead),
        "to_decide": _to_decide(lead),
        "lately": queue.lately(lead, None),
        "keys": [
            {"key": one.key, "value": one.value, "done": one.done, "asks": one.asks_reason}
            for one in context["choices"]
        ],
        "after": after,
    }
    context["left"] = next(waiting.count for waiting in context["queues"] if waiting.queue is queue)
    return render(request, "console/decisions/queue.html", context)


def asked_queue(request: HttpRequest, slug: str, kind: str) -> tuple[Lead, Queue]:
    """The lead and the queue of that key; raises Http404 if a campaign of this kind has none."""
    lead = led_campaign(person_asking(request), slug)
    queue = next((queue for queue in queues_of(lead.campaign) if queue.key == kind), None)
    if queue is None:
        raise Http404("no such queue")
    return lead, queue


def cards_context(lead: Lead, queue: Queue, items: Sequence[Any]) -> dict[str, Any]:
    """What the templates of cards and lines need."""
    return {
        "campaign": lead.campaign,
        "queue": queue,
        "actor": lead.actor,
        "choices": queue.choices(lead.campaign),
        "cards": queue.cards(lead, items),
        "card_template": f"console/decisions/_{queue.key}.html",
        "done_template": f"console/decisions/_{queue.key}_done.html",
    }


def _to_decide(lead: Lead) -> int:
    """How many questions the rules left to a lead, who decides them in a queue of their own."""
    return questions_for_lead(lead.campaign).count() if lead.campaign.is_marked else 0


def _number(text: str) -> int | None:
    """The number in the address; None if it is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_KEY))
    return int(text) if is_number and int(text) <= MOST_KEY else None
