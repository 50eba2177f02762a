"""Where a lead makes an exam: drawn from the exam split, or of pairs picked by number."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.making import create_exam
from annotator.exam.settings import UNITS, Bar
from annotator.models import Exam
from annotator.people.selectors.access import Lead, led_campaign, led_marking, person_asking
from consensus.truths.services.copying import copy_decided
from console.exam.forms import QUERIES, ExamForm, MarkedExamForm, TwinExamForm
from console.exam.selectors.marked import decided_asks, known_pairs, with_answers
from console.exam.selectors.split import split_page, split_queries
from console.exam.selectors.twins import clips_of, usable_clips
from console.exam.views.exam import address_of
from console.frame.forms import refusals_shown
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import CampaignKind

QUERIES_A_PAGE = 10
KNOWN_A_PAGE = 50
CLIPS_A_PAGE = 24
FORMS: dict[CampaignKind, type[forms.Form]] = {
    CampaignKind.GRADE: ExamForm,
    CampaignKind.MARK: MarkedExamForm,
    CampaignKind.TWIN: TwinExamForm,
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def exam_make(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; a POST makes a draft of it."""
    lead = led_campaign(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead, _form_of(lead)(initial=_preset(lead)))
    form = _form_of(lead)(request.POST)
    if not form.is_valid():
        return _page(request, lead, form, problem="correct the marked fields", status=400)
    try:
        made = _made(lead, form.cleaned_data)
    except BadInput as problem:
        return _page(request, lead, form, problem=str(problem), status=409)
    size = counted(exam_items(made).count(), UNITS[lead.campaign.kind])
    messages.success(request, f"Exam {made.number} is a draft with {size}. Only leads can see it.")
    return redirect(address_of(slug, made.number, show="bank"))


@require_POST
@login_required
def exam_copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy the decided questions whose boxes are ticked, with their truth, so that exams and gold can use them."""
    lead = led_marking(person_asking(request), slug)
    numbers = [int(number) for number in request.POST.getlist("question") if number.isdecimal() and len(number) < 10]
    with refusals_shown(request):
        if not numbers:
            raise BadInput("choose at least one question")
        copies = copy_decided(campaign=lead.campaign, numbers=numbers, now=timezone.now(), actor=lead.actor)
        messages.success(request, f"{counted(len(copies), 'question is', 'questions are')} copied.")
    return redirect("exam-make", slug)


def _form_of(lead: Lead) -> type[forms.Form]:
    return FORMS[CampaignKind(lead.campaign.kind)]


def _preset(lead: Lead) -> dict[str, int]:
    """No more queries than the split has; as the form has it if there are none yet."""
    if lead.campaign.is_twin:
        return {}
    usable = split_queries if lead.campaign.is_graded else known_pairs
    there = usable(lead.campaign).count()
    return {"queries": min(QUERIES, there)} if there else {}


def _made(lead: Lead, wanted: dict[str, Any]) -> Exam:
    names = (
        "queries",
        "depth",
        "seed",
        "truth_kind",
        "items_a_sitting",
        "takers_to_freeze",
        "sittings_allowed",
        "writing",
    )
    return create_exam(
        campaign=lead.campaign,
        actor=lead.actor,
        now=timezone.now(),
        pairs=wanted["pairs"] if wanted.get("how") != "draw" else None,
        tolerance=wanted.get("tolerance"),
        bar=_bar(wanted),
        **{name: wanted[name] for name in (*names, "writing") if name in wanted},
    )


def _bar(wanted: dict[str, Any]) -> Bar:
    """The bar of each form, whose shares are in percent."""
    percent = ("most_misalignment", "least_found", "most_case_misalignment")
    shares = {name: wanted[name] / 100 for name in percent if wanted.get(name) is not None}
    return Bar(least_kappa=wanted.get("least_kappa"), least_iou=wanted.get("least_iou"), **shares)


def _page(request: HttpRequest, lead: Lead, form: forms.Form, *, problem: str = "", status: int = 200) -> HttpResponse:
    if not lead.campaign.is_graded:
        other = _marked_page if lead.campaign.is_marked else _twin_page
        return other(request, lead, form, problem=problem, status=status)
    page = Paginator(split_queries(lead.campaign), QUERIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "form": form,
        "problem": problem,
        "page": page,
        "queries": split_page(page),
        "shown": "make",
    }
    return render(request, "console/exam/making.html", context, status=status)


def _marked_page(request: HttpRequest, lead: Lead, form: forms.Form, *, problem: str, status: int) -> HttpResponse:
    page = Paginator(known_pairs(lead.campaign), KNOWN_A_PAGE).get_page(request.GET.get("page"))
    decided = Paginator(decided_asks(lead.campaign), KNOWN_A_PAGE).get_page(request.GET.get("decided"))
    context = {
        "campaign": lead.campaign,
        "form": form,
        "problem": problem,
        "page": page,
        "known": with_answers(page),
        "decided": decided,
    }
    return render(request, "console/exam/marked_making.html", context, status=status)


def _twin_page(request: HttpRequest, lead: Lead, form: forms.Form, *, problem: str, status: int) -> HttpResponse:
    page = Paginator(usable_clips(lead.campaign), CLIPS_A_PAGE).get_page(request.GET.get("page"))
    clips = clips_of(twin.forward_id for twin in page)
    context = {
        "campaign": lead.campaign,
        "form": form,
        "problem": problem,
        "page": page,
        "rows": [(twin, clips[twin.forward_id]) for twin in page],
    }
    return render(request, "console/exam/twin_making.html", context, status=status)
