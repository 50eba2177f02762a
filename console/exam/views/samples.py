"""The queue of samples of captions, which leads grade by key, and who may write captions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.exam.selectors.exams import current_exam
from annotator.exam.selectors.samples import sample_scores, ungraded_samples
from annotator.exam.services.samples import grade_sample, permit_writing, undo_sample_grade, withdraw_permit
from annotator.models import SampleGrade
from annotator.people.selectors.access import led_twins, person_asking
from console.exam.selectors.twins import graded_cards, waiting_cards
from console.exam.views.exam import address_of
from console.frame.forms import note_in, refusals_shown
from moments.base.errors import BadInput

CARDS_AT_ONCE = 12
GRADED_SHOWN = 8
LONGEST_NUMBER = 18
CONFLICT, UNPROCESSABLE = 409, 422
DECISIONS = {"pass": True, "fail": False}


@require_safe
@never_cache
@login_required
def exam_samples(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue from its beginning, or behind the sample `after`; htmx gets only the further cards."""
    lead = led_twins(person_asking(request), slug)
    text = request.GET.get("after", "")
    after = int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None
    cards = waiting_cards(lead.campaign, after=after, most=CARDS_AT_ONCE + 1)
    context: dict[str, Any] = {
        "campaign": lead.campaign,
        "cards": cards[:CARDS_AT_ONCE],
        "more": cards[CARDS_AT_ONCE - 1].score.pk if len(cards) > CARDS_AT_ONCE else None,
    }
    if request.headers.get("HX-Request"):
        return render(request, "console/exam/_sample_cards.html", context)
    context |= {
        "exam": current_exam(lead.campaign) or lead.campaign.exams.order_by("-number").first(),
        "waiting": ungraded_samples(lead.campaign).count(),
        "graded": graded_cards(lead.campaign, most=GRADED_SHOWN),
        "actor": lead.actor,
    }
    return render(request, "console/exam/samples.html", context)


@require_POST
@login_required
def exam_sample_grade(request: HttpRequest, slug: str, score: int) -> HttpResponse:
    """Pass the sample or not; the page's program gets its line among the graded, or why not.

    The program gets 409 if somebody else graded the sample, 422 if the remark is missing or too long.
    """
    lead = led_twins(person_asking(request), slug)
    found = get_object_or_404(sample_scores(lead.campaign), pk=score)
    decision = request.POST.get("decision", "")
    if decision not in DECISIONS:
        raise BadRequest("decision: expected pass or fail")
    try:
        grade_sample(
            campaign=lead.campaign,
            score=found.pk,
            passed=DECISIONS[decision],
            remark=request.POST.get("remark", "").replace("\r\n", "\n"),
            now=timezone.now(),
            actor=lead.actor,
        )
    except BadInput as problem:
        return _refused(request, slug, found.pk, problem)
    if request.headers.get("HX-Request"):
        (card,) = graded_cards(lead.campaign, most=1, score=found.pk)
        context = {"campaign": lead.campaign, "card": card, "actor": lead.actor}
        return render(request, "console/exam/_sample_graded.html", context)
    messages.success(request, "The grade is saved.")
    return redirect("exam-samples", slug)


@require_POST
@login_required
def exam_sample_undo(request: HttpRequest, slug: str, score: int) -> HttpResponse:
    """Take the grade back; the page's program gets the card again, or 422 with why not."""
    lead = led_twins(person_asking(request), slug)
    found = get_object_or_404(sample_scores(lead.campaign), pk=score)
    try:
        undo_sample_grade(campaign=lead.campaign, score=found.pk, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _not_undone(request, slug, problem)
    if request.headers.get("HX-Request"):
        cards = waiting_cards(lead.campaign, most=1, score=found.pk)
        return render(request, "console/exam/_sample_cards.html", {"campaign": lead.campaign, "cards": cards})
    messages.success(request, "The grade is undone.")
    return redirect("exam-samples", slug)


@require_POST
@login_required
def exam_permit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a person write captions, or no longer, as the form says."""
    lead = led_twins(person_asking(request), slug)
    get_object_or_404(lead.campaign.exams, number=number)
    member = get_object_or_404(lead.campaign.members.select_related("campaign"), pseudonym=note_in(request, "person"))
    wanted = request.POST.get("writes", "")
    if wanted not in ("yes", "no"):
        raise BadRequest("writes: expected yes or no")
    reason, now = note_in(request, "reason"), timezone.now()
    with refusals_shown(request):
        if wanted == "yes":
            permit_writing(member=member, now=now, actor=lead.actor, reason=reason)
            messages.success(request, f"{member.pseudonym} may write captions.")
        else:
            withdraw_permit(member=member, now=now, actor=lead.actor, reason=reason)
            messages.success(request, f"{member.pseudonym} may no longer write captions.")
    return redirect(address_of(slug, number, show="writing"))


def _not_undone(request: HttpRequest, slug: str, problem: BadInput) -> HttpResponse:
    refusal = f"No changes were made: {problem.message}."
    if request.headers.get("HX-Request"):
        return HttpResponse(refusal, status=UNPROCESSABLE, content_type="text/plain; charset=utf-8")
    messages.error(request, refusal)
    return redirect("exam-samples", slug)


def _refused(request: HttpRequest, slug: str, score: int, problem: BadInput) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        messages.error(request, f"{problem}.")
        return redirect("exam-samples", slug)
    status = CONFLICT if SampleGrade.objects.filter(score=score).exists() else UNPROCESSABLE
    return HttpResponse(str(problem), status=status, content_type="text/plain; charset=utf-8")
