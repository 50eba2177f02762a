"""The page of one question: why its truth is what it is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_marking, person_asking
from console.frame.selectors import player_settings
from console.questions.selectors.question import question_page

MODULES = {"pieces": "console/questions/pieces.js"}


@require_safe
@never_cache
@login_required
def question(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page, with the form while it waits for a lead."""
    lead = led_marking(person_asking(request), slug)
    shown = question_page(lead, number)
    videos = {shown.ask.video_id} | ({shown.ask.condition_video_id} - {None})
    settings = player_settings((pk for pk in videos if pk is not None), **MODULES)
    context = {
        "campaign": lead.campaign,
        "actor": lead.actor,
        "shown": shown,
        "key": settings["keys"].get(shown.ask.video_id, ""),
        "condition_key": settings["keys"].get(shown.ask.condition_video_id, ""),
        "settings": settings,
    }
    return render(request, "console/questions/question.html", context)
