"""Takes what a lead decides on a question, and its undoing."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.models import Ask
from annotator.people.selectors.access import Lead, led_marking, person_asking
from consensus.truths.selectors.complete import AUTHOR, MARKER, given_answers
from consensus.truths.services.deciding import AlreadyDecided, decide_question, reject_question, return_question
from consensus.truths.services.undoing import take_back_question
from consensus.truths.versions import choices_in_words, chosen_truth
from console.frame.forms import note_in
from console.frame.selectors import player_settings
from console.questions.choosing import choices_in
from console.questions.selectors.cards import decided_questions, left_of, question_cards, waiting_questions
from console.questions.selectors.question import asked_question
from console.questions.views.question import MODULES
from moments.base.errors import BadInput

CONFLICT, UNPROCESSABLE = 409, 422
LONGEST_NOTE = 800
DONE = {"settle": "is accepted", "return": "is returned to its author", "reject": "is rejected"}


@require_POST
@login_required
def question_decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Set the answer, return or reject; the page's program gets its line among the decided, or why not.

    The program gets 409 if the question is decided already, 422 if it cannot be done.
    """
    lead = led_marking(person_asking(request), slug)
    ask = asked_question(lead, number)
    decision = request.POST.get("decision", "")
    if decision not in DONE:
        raise BadRequest("decision: expected settle, return or reject")
    note = note_in(request, "note")
    if len(note) > LONGEST_NOTE:
        raise BadRequest(f"note: expected at most {LONGEST_NOTE} characters")
    try:
        _carry_out(request, lead, ask, decision, note)
    except BadInput as problem:
        return _refused(request, ask, problem)
    if _asked_by_program(request):
        (done,) = decided_questions(lead.campaign, most=1, number=number)
        context = {"campaign": lead.campaign, "done": done, "actor": lead.actor}
        return render(request, "console/questions/_decided.html", context)
    messages.success(request, f"Question {number} {DONE[decision]}.")
    return redirect(*_back(request, ask))


def _carry_out(request: HttpRequest, lead: Lead, ask: Ask, decision: str, note: str) -> None:
    pair, now = ask.pair, timezone.now()
    assert pair is not None
    assert pair.batch is not None
    if decision != "settle":
        if not note:
            raise BadInput("say why in the note")
        decide = return_question if decision == "return" else reject_question
        decide(pair=pair, reason=note, now=now, actor=lead.actor)
        return
    given = given_answers([pair]).get(pair.pk, {})
    if AUTHOR not in given or MARKER not in given:
        raise BadInput("the question is not waiting for a lead")
    protocol, left = pair.batch.protocol.marking.protocol, left_of(ask, given)
    choices = choices_in(request.POST.dict(), left, duration_ms=pair.moment.end_ms, protocol=protocol)
    truth = chosen_truth(left, choices, protocol=protocol)
    reason = f"{choices_in_words(choices)}. {note}" if note else choices_in_words(choices)
    segments = [[one.start_ms, one.end_ms] for one in truth]
    decide_question(pair=pair, segments=segments, reason=reason, now=now, actor=lead.actor)


@require_POST
@login_required
def question_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the lead's decision back; the page's program gets the card of the question, which waits again."""
    lead = led_marking(person_asking(request), slug)
    ask = asked_question(lead, number)
    assert ask.pair is not None
    seen = request.POST.get("seen", "")
    verdict = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 19 else None
    reason = note_in(request, "reason")
    try:
        take_back_question(pair=ask.pair, actor=lead.actor, now=timezone.now(), reason=reason, seen=verdict)
    except BadInput as problem:
        return _refused(request, ask, problem)
    if _asked_by_program(request):
        cards = question_cards(list(waiting_questions(lead).filter(number=number)))
        settings = player_settings((card.ask.video_id for card in cards), **MODULES)
        context = {"campaign": lead.campaign, "cards": cards, "settings": settings}
        return render(request, "console/questions/_cards.html", context)
    messages.success(request, f"The decision on question {number} is undone. It waits for a lead again.")
    return redirect(*_back(request, ask))


def _asked_by_program(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _refused(request: HttpRequest, ask: Ask, problem: BadInput) -> HttpResponse:
    refusal = f"No changes were made: {problem}."
    if _asked_by_program(request):
        status = CONFLICT if isinstance(problem, AlreadyDecided) else UNPROCESSABLE
        return HttpResponse(refusal, status=status, content_type="text/plain; charset=utf-8")
    messages.error(request, refusal)
    return redirect(*_back(request, ask))


def _back(request: HttpRequest, ask: Ask) -> tuple[str, ...]:
    """The queue if the form is on it, else the page of the question."""
    slug = ask.campaign.slug
    if request.POST.get("back") == "question-review":
        return "question-review", slug
    return "question", slug, str(ask.number)
