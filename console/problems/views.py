"""What annotators reported and asked, and the lead's answers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.models import Problem
from annotator.people.selectors.access import led_campaign, person_asking
from consensus.problems.selectors import open_problems, reported_pairs, reported_queries, resolved_problems
from consensus.problems.services import answer_problem
from console.frame.forms import INBOX, PROBLEMS, note_in, refusals_shown
from moments.campaign.selectors import levels_of

QUERIES_A_PAGE = 10
ROWS_A_PAGE = 50


@require_safe
@login_required
def problems(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for a lead, query by query; or, with `show=resolved`, what was resolved."""
    lead = led_campaign(person_asking(request), slug)
    shown = "resolved" if request.GET.get("show") == "resolved" else "open"
    context = {"campaign": lead.campaign, "shown": shown, "levels": levels_of(lead.campaign)}
    if shown == "resolved":
        page = Paginator(resolved_problems(lead.campaign), ROWS_A_PAGE).get_page(request.GET.get("page"))
        return render(request, "console/problems/resolved.html", {**context, "page": page})
    page_of = Paginator(reported_queries(lead.campaign), QUERIES_A_PAGE).get_page(request.GET.get("page"))
    count = open_problems(lead.campaign).count()
    context |= {"page": page_of, "queries": reported_pairs(page_of), "count": count}
    return render(request, "console/problems/problems.html", context)


@require_POST
@login_required
def answer(request: HttpRequest, slug: str, problem_id: int) -> HttpResponse:
    """Answer a question; its annotator sees it at the desk."""
    lead = led_campaign(person_asking(request), slug)
    asked = Problem.objects.select_related("pair__campaign", "pair__query", "annotator")
    problem = get_object_or_404(asked, pk=problem_id, pair__campaign=lead.campaign)
    with refusals_shown(request):
        answer_problem(problem=problem, answer=note_in(request, "answer"), actor=lead.actor, now=timezone.now())
        pair = "question" if lead.campaign.is_marked else "pair"
        messages.success(request, f"The question on {pair} {problem.pair.number} is answered.")
    return redirect(INBOX if request.POST.get("back") == INBOX else PROBLEMS, slug)
