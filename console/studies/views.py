"""Depth studies: what they say, a new one, and stopping one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from annotator.studies.services import StudyPlan, stop_study
from consensus.studies.selectors import StudiesPage, newest_order, studies_page, study_encoder
from consensus.studies.services import order_study
from console.frame.forms import refusals_shown, whole_number
from console.studies.charts import rank_bars, similarity_bars
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.encoders import ENCODERS

FIELDS = {"queries": "10", "top": "60", "others": "60", "seed": "1"}
LONGEST_NUMBER = 18


@require_safe
@login_required
def studies(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_grading(person_asking(request), slug), dict(FIELDS))


@require_POST
@login_required
def study_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the worker make a study, or say why not."""
    lead = led_grading(person_asking(request), slug)
    typed = {name: request.POST.get(name, "").strip() for name in FIELDS}
    chosen = request.POST.getlist("people")
    try:
        name = request.POST.get("encoder") or study_encoder(lead.campaign)
        if name not in _encoders(study_encoder(lead.campaign)):
            raise BadInput("encoder: choose one from the list")
        numbers = {name: whole_number(text, name, digits=LONGEST_NUMBER) for name, text in typed.items()}
        plan = StudyPlan(
            **numbers,
            people=[one for one in chosen if "\0" not in one],
        )
        order_study(campaign=lead.campaign, plan=plan, encoder=name, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _page(request, lead, typed, chosen=chosen, problem=str(problem), status=400)
    messages.success(request, "The study is being created. It will appear on this page shortly.")
    return redirect("studies", slug)


@require_POST
@login_required
def study_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove the study's waiting seats."""
    lead = led_grading(person_asking(request), slug)
    study = get_object_or_404(lead.campaign.studies.select_related("campaign"), number=number)
    with refusals_shown(request):
        released = stop_study(study=study, now=timezone.now(), actor=lead.actor)
        taken = counted(released, "seat is", "seats are")
        messages.success(request, f"Study {number} is stopped. {taken} removed, and its scores stay.")
    return redirect("studies", slug)


def _encoders(ranked_by: str) -> list[str]:
    """What ranked the campaign's candidates, where that is one encoder, and what studies are offered besides."""
    offered = [kind.name for kind in ENCODERS.values() if kind.offered_for_studies]
    return list(dict.fromkeys([ranked_by, *offered] if ranked_by else offered))


def _page(
    request: HttpRequest,
    lead: Lead,
    typed: dict[str, str],
    *,
    chosen: list[str] | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page: StudiesPage = studies_page(lead)
    scale = lead.campaign.scale
    context = {
        "campaign": lead.campaign,
        "page": page,
        "job": newest_order(lead.campaign, timezone.now()),
        "rows": [(row, rank_bars(row.figures, scale), similarity_bars(row.figures, scale)) for row in page.rows],
        "typed": typed,
        "chosen": chosen or [],
        "problem": problem,
        "encoders": _encoders(page.encoder),
    }
    return render(request, "console/studies/studies.html", context, status=status)
