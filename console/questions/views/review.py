"""The queue of questions that wait for a lead, which is worked through by key."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_marking, person_asking
from console.frame.selectors import player_settings
from console.questions.selectors.cards import decided_questions, question_cards, waiting_questions
from console.questions.views.question import MODULES

CARDS_AT_ONCE = 24
DECIDED_SHOWN = 8
LONGEST_NUMBER = 18


@require_safe
@never_cache
@login_required
def question_review(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue from its beginning, or behind the question `after`; htmx gets only the further cards."""
    lead = led_marking(person_asking(request), slug)
    asks = list(waiting_questions(lead, after=_after(request))[: CARDS_AT_ONCE + 1])
    cards = question_cards(asks[:CARDS_AT_ONCE])
    videos = {card.ask.video_id for card in cards} | {card.ask.condition_video_id for card in cards}
    settings = player_settings((pk for pk in videos if pk is not None), **MODULES)
    context = {
        "campaign": lead.campaign,
        "cards": cards,
        "more": asks[CARDS_AT_ONCE - 1].number if len(asks) > CARDS_AT_ONCE else None,
        "settings": settings,
    }
    if request.headers.get("HX-Request"):
        return render(request, "console/questions/_cards.html", context)
    context |= {
        "after": _after(request),
        "waiting": waiting_questions(lead).count(),
        "lately": decided_questions(lead.campaign, most=DECIDED_SHOWN),
        "actor": lead.actor,
    }
    return render(request, "console/questions/review.html", context)


def _after(request: HttpRequest) -> int | None:
    text = request.GET.get("after", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None
