"""Takes a lead's edit of a question's text."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.models.asking import LONGEST_TEXT
from annotator.people.selectors.access import led_marking, person_asking
from consensus.queries.services.rewording import reword_question
from console.frame.forms import note_in, refusals_shown, whole_number
from console.questions.selectors.question import asked_question
from moments.base.errors import BadInput

MEANINGS = {"same": True, "other": False}


@require_POST
@login_required
def question_reword(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the question another text, whose meaning is the `same` or an `other`."""
    lead = led_marking(person_asking(request), slug)
    ask = asked_question(lead, number)
    text = request.POST.get("text", "")
    if len(text) > 2 * LONGEST_TEXT:
        raise BadRequest(f"text: expected at most {LONGEST_TEXT} characters")
    with refusals_shown(request):
        same_meaning = MEANINGS.get(request.POST.get("meaning", ""))
        if same_meaning is None:
            raise BadInput("say whether the meaning stays the same", field="meaning")
        pair = reword_question(
            ask=ask,
            text=text,
            same_meaning=same_meaning,
            actor=lead.actor,
            reason=note_in(request, "reason"),
            now=timezone.now(),
            seen_version=whole_number(request.POST.get("seen", ""), "seen"),
        )
        after = "Its answers still count." if same_meaning else f"It is marked again, as attempt {pair.attempt}."
        messages.success(request, f"Question {number} has another text. {after}")
    return redirect("question", slug, number)
