"""The lead's page on an exam: its progress and each person's, and how to open, freeze, close and grant."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.exam.selectors.exams import exam_items, writing_items
from annotator.exam.selectors.samples import ungraded_samples
from annotator.exam.selectors.sittings import sitting_rows
from annotator.exam.services.exams import close_exam, freeze_truth, grant_sitting, open_exam
from annotator.exam.settings import UNITS
from annotator.models import Exam, ExamState
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from annotator.seats.selectors.writers import asks_for_samples
from console.exam.selectors.exam import bank_rows, exam_asked, exams_of, phases, sittings_page, steps
from console.exam.selectors.twins import CASE_WORDS, clips_without_writer, writer_rows, writers, writing_rows
from console.frame.forms import note_in, refusals_shown
from moments.campaign.selectors import levels_of

PAIRS_A_PAGE = 20
SITTINGS_A_PAGE = 50


@require_safe
@login_required
@never_cache
def exam(request: HttpRequest, slug: str) -> HttpResponse:
    """The exam that `exam` names, else the one that runs, else the newest; its bank or its people."""
    lead = led_campaign(person_asking(request), slug)
    chosen = exam_asked(lead.campaign, request.GET.get("exam", ""))
    if chosen is None:
        return render(request, "console/exam/none.html", {"campaign": lead.campaign, "unit": UNITS[lead.campaign.kind]})
    default = "bank" if chosen.state == ExamState.DRAFT else "people"
    shown = request.GET.get("show", "")
    lists = ("bank", "people", "writing") if lead.campaign.is_twin else ("bank", "people")
    return exam_page(request, lead, chosen, shown if shown in lists else default)


@require_POST
@login_required
def exam_open(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open a draft, so that people can take it."""
    lead, chosen = asked_exam(request, slug, number)
    with refusals_shown(request):
        open_exam(exam=chosen, actor=lead.actor, now=timezone.now())
        messages.success(request, f"Exam {number} is open. People in training can start it.")
    return redirect(address_of(slug, number))


@require_POST
@login_required
def exam_freeze(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the medians of the first answers the truth."""
    lead, chosen = asked_exam(request, slug, number)
    with refusals_shown(request):
        freeze_truth(exam=chosen, actor=lead.actor, now=timezone.now())
        messages.success(
            request, f"The truth of exam {number} is frozen. People waiting for it get their misses within a minute."
        )
    return redirect(address_of(slug, number))


@require_POST
@login_required
def exam_close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close the exam to newcomers, or delete a draft; `state` is what the form had shown."""
    lead, chosen = asked_exam(request, slug, number)
    with refusals_shown(request):
        close_exam(exam=chosen, seen_state=request.POST.get("state", ""), actor=lead.actor, now=timezone.now())
        if not lead.campaign.exams.filter(number=number).exists():
            messages.success(request, f"The draft of exam {number} is deleted.")
            return redirect("exam", slug)
        messages.success(request, f"Exam {number} is closed.")
    return redirect(address_of(slug, number))


@require_POST
@login_required
def exam_grant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Allow somebody one more sitting; `granted` is how many the form had shown."""
    lead, chosen = asked_exam(request, slug, number)
    member = get_object_or_404(lead.campaign.members, pseudonym=note_in(request, "person"))
    seen, reason = request.POST.get("granted", ""), note_in(request, "reason")
    with refusals_shown(request):
        grant_sitting(exam=chosen, member=member, seen=seen, actor=lead.actor, reason=reason, now=timezone.now())
        messages.success(request, f"{member.pseudonym} can take the exam once more.")
    return redirect(address_of(slug, number, show="people"))


def asked_exam(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Exam]:
    """The lead and their campaign's exam of that number; Http404 if there is none."""
    lead = led_campaign(person_asking(request), slug)
    return lead, get_object_or_404(lead.campaign.exams.select_related("campaign"), number=number)


def address_of(slug: str, number: int, *, show: str = "", page: str = "") -> str:
    """The page on that exam."""
    asked = f"?exam={number}" + (f"&show={show}" if show else "") + (f"&page={page}" if page.isdecimal() else "")
    return reverse("exam", args=[slug]) + asked


def exam_page(
    request: HttpRequest,
    lead: Lead,
    chosen: Exam,
    shown: str,
    *,
    posted: dict[str, str] | None = None,
    problem: str = "",
) -> HttpResponse:
    """The page; with what was `posted` in the form of the bank where saving it met a problem."""
    context: dict[str, Any] = {
        "campaign": lead.campaign,
        "exam": chosen,
        "exams": exams_of(lead.campaign),
        "phases": phases(chosen),
        "steps": steps(chosen),
        "shown": shown,
        "kept": f"exam={chosen.number}&show={shown}&",
        "unit": UNITS[lead.campaign.kind],
        "cases": list(CASE_WORDS.items()),
        "written": writing_items(chosen).count() if lead.campaign.is_twin else 0,
        "levels": levels_of(lead.campaign),
        "problem": problem,
        "bar": bar_words(chosen),
        "may_set_truth": chosen.truth_kind == "gold" and chosen.state == ExamState.DRAFT,
    }
    asked = (posted or request.GET).get("page")
    if shown == "bank":
        page = Paginator(exam_items(chosen, with_dropped=True), PAIRS_A_PAGE).get_page(asked)
        context |= {"page": page, "rows": bank_rows(chosen, page, posted)}
    elif shown == "writing":
        context |= _writing(lead, chosen, asked)
    else:
        sittings = Paginator(sittings_page(chosen), SITTINGS_A_PAGE).get_page(asked)
        context |= {"page": sittings, "rows": sitting_rows(chosen, sittings)}
    return render(request, "console/exam/exam.html", context, status=409 if problem else 200)


def _writing(lead: Lead, chosen: Exam, asked: str | None) -> dict[str, Any]:
    """What the list of writers and of the clips that they write about shows."""
    page = Paginator(writers(lead.campaign), SITTINGS_A_PAGE).get_page(asked)
    return {
        "page": page,
        "rows": writer_rows(chosen, page),
        "clips": writing_rows(chosen),
        "waiting": ungraded_samples(lead.campaign).count(),
        "asks": asks_for_samples(lead.campaign),
        "unwritten": clips_without_writer(lead.campaign),
    }


def bar_words(exam: Exam) -> str:
    """What first answers have to reach; empty if there is no bar."""
    bars = (
        (exam.most_misalignment, "at most {:.4g}% of the first answers missed", 100),
        (exam.least_kappa, "quadratic kappa at least {:.4g}", 1),
        (exam.least_found, "at least {:.4g}% of the true segments found", 100),
        (exam.least_iou, "mean IoU at least {:.4g}", 1),
        (exam.most_case_misalignment, "at most {:.4g}% of the clips with each right answer missed", 100),
    )
    return ", ".join(words.format(factor * bar) for bar, words, factor in bars if bar is not None)
