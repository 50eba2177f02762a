"""What a lead decides about an exam's pairs: truth and explanation, doubts, dropping a pair."""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.exam.selectors.bank import StoredTruth
from annotator.exam.services.bank import ItemEdit, save_items
from annotator.exam.services.exams import drop_item
from annotator.exam.services.making import set_truth
from annotator.exam.settings import UNITS
from annotator.marking.written import read_written
from annotator.models import Exam, ExamItem
from annotator.twins.answers import KnownCase
from console.exam.views.exam import address_of, asked_exam, exam_page
from console.frame.forms import note_in, refusals_shown
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import Campaign

SEEN = re.compile(r"seen-(\d{1,18})")
REPORT = "report"


@require_POST
@login_required
def exam_save(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Save one page of the bank, or show it again with what is wrong and the words that were written."""
    lead, exam = asked_exam(request, slug, number)
    try:
        edits = _edits(request, lead.campaign)
        changed = save_items(exam=exam, edits=edits, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        posted = {field: str(value) for field, value in request.POST.items()}
        return exam_page(request, lead, exam, "bank", posted=posted, problem=str(problem))
    saved = counted(changed, UNITS[lead.campaign.kind])
    messages.success(request, f"{saved} saved." if changed else "There are no changes.")
    return redirect(address_of(slug, number, show="bank", page=request.POST.get("page", "")))


@require_POST
@login_required
def exam_drop(request: HttpRequest, slug: str, number: int, pair: int) -> HttpResponse:
    """Take a pair out of the exam, for a reason."""
    lead, exam = asked_exam(request, slug, number)
    item = _item(exam, pair)
    reason = note_in(request, "reason")
    with refusals_shown(request):
        if not reason:
            raise BadInput("give a reason")
        if drop_item(item=item, actor=lead.actor, now=timezone.now(), reason=reason):
            messages.success(request, f"Pair {pair} is dropped from the exam.")
        else:
            messages.warning(request, f"Pair {pair} was already dropped from the exam.")
    shown = "writing" if item.writes else "bank"
    return redirect(address_of(slug, number, show=shown, page=request.POST.get("page", "")))


@require_POST
@login_required
def exam_doubtful(request: HttpRequest, slug: str, number: int, pair: int) -> HttpResponse:
    """Mark the pair's truth as doubtful, or take the mark away, as the form says."""
    lead, exam = asked_exam(request, slug, number)
    item = _item(exam, pair)
    doubtful = request.POST.get("doubtful")
    if doubtful not in ("yes", "no"):
        raise BadRequest("doubtful: expected yes or no")
    set_truth(item=item, doubtful=doubtful == "yes", actor=lead.actor, now=timezone.now())
    if request.headers.get("HX-Request"):
        return render(
            request,
            "console/exam/_doubt.html",
            {"campaign": lead.campaign, "exam": exam, "item": item, "unit": UNITS[lead.campaign.kind]},
        )
    outcome = (
        f"The truth of pair {pair} is marked as doubtful." if item.doubtful else f"The mark on pair {pair} is removed."
    )
    messages.success(request, outcome)
    if request.POST.get("back") == REPORT:
        return redirect(address_of(slug, number).replace("/exam/", "/exam/report/") + f"#pair-{pair}")
    return redirect(address_of(slug, number, show="bank", page=request.POST.get("page", "")))


def _item(exam: Exam, pair: int) -> ExamItem:
    return get_object_or_404(exam.items.select_related("exam__campaign", "pair__query"), pair__number=pair)


def _edits(request: HttpRequest, campaign: Campaign) -> dict[int, ItemEdit]:
    """The form's pairs; raises BadRequest for a truth that no form of ours offers, BadInput for what is mistyped."""
    edits = {}
    for field, seen in request.POST.items():
        match = SEEN.fullmatch(field)
        if match is None:
            continue
        number = match[1]
        truth = _truth(campaign, number, request.POST.get(f"truth-{number}", ""))
        explanation = request.POST.get(f"explanation-{number}", "").replace("\r\n", "\n").strip()
        edits[int(number)] = ItemEdit(truth, explanation, str(seen))
    return edits


def _truth(campaign: Campaign, number: str, text: str) -> StoredTruth:
    if campaign.is_marked:
        return _segments(number, text)
    if text and campaign.is_twin and text not in set(KnownCase):
        raise BadRequest(f"truth-{number}: expected {', '.join(KnownCase)}")
    if text and campaign.is_graded and text not in campaign.scale.by_text:
        raise BadRequest(f"truth-{number}: expected a level from {campaign.scale}")
    return None if not text else text if campaign.is_twin else int(text)


def _segments(number: str, text: str) -> list[list[int]]:
    try:
        return read_written(text)
    except ValueError as error:
        raise BadInput(f"pair {number}, answer: {error}") from error
