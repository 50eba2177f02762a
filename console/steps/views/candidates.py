"""Candidates: rank the moments with one encoder, or pool what several sources find."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from console.frame.forms import waiting_page, whole_number, with_label
from console.steps.selectors import candidates_plan, measuring
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.ranking.services.orders import RANKING, order_pooling, order_ranking
from moments.ranking.services.pooling import PoolOrder

LONGEST_NAME = 300
RANK_LABELS = {"top": "candidates per query"}
POOL_LABELS = {"top": "kept per query", "depth": "taken from each source", "sources": "turns"}
ORDERED = "Ranking has been ordered. The result appears on this page."


@require_safe
@login_required
@never_cache
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_grading(person_asking(request), slug))


@require_POST
@login_required
def candidates_rank(request: HttpRequest, slug: str) -> HttpResponse:
    """Order a ranking with one encoder, into pairs or into a list."""
    lead = led_grading(person_asking(request), slug)
    encoder = request.POST.get("encoder", "")
    if encoder.endswith(":"):
        encoder += request.POST.get("model", "").strip()
    how = "list" if request.POST.get("how") == "list" else "pairs"
    try:
        order_ranking(
            campaign=lead.campaign,
            encoder=encoder[:LONGEST_NAME],
            top=whole_number(request.POST.get("top", ""), "top"),
            how="list" if how == "list" else "pairs",
            by_admin=lead.is_admin,
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead, problem=with_label(problem, RANK_LABELS))
    messages.success(request, ORDERED)
    return redirect("corpus-candidates", slug)


@require_POST
@login_required
def candidates_pool(request: HttpRequest, slug: str) -> HttpResponse:
    """Order a pool of the sources that have a turn."""
    lead = led_grading(person_asking(request), slug)
    try:
        top = whole_number(request.POST.get("top", ""), "top")
        depth = request.POST.get("depth", "").strip()
        order = PoolOrder(
            _in_turn(request),
            whole_number(depth, "depth") if depth else top,
            top,
            request.POST.get("similarity", "")[:LONGEST_NAME],
        )
        order_pooling(campaign=lead.campaign, order=order, by_admin=lead.is_admin, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _page(request, lead, problem=with_label(problem, POOL_LABELS))
    messages.success(request, ORDERED)
    return redirect("corpus-candidates", slug)


def _in_turn(request: HttpRequest) -> list[str]:
    """The sources in the order of their turns; raises BadInput for two with one turn."""
    turns: dict[int, str] = {}
    for source, turn in zip(request.POST.getlist("source"), request.POST.getlist("turn"), strict=False):
        if not turn.strip():
            continue
        place = whole_number(turn.strip(), "turn")
        if place in turns:
            raise BadInput(f"{turns[place]} and {source} have the same turn", field="sources")
        turns[place] = source[:LONGEST_NAME].strip()
    return [turns[place] for place in sorted(turns) if turns[place]]


def _page(request: HttpRequest, lead: Lead, *, problem: str = "") -> HttpResponse:
    plan = candidates_plan(lead.campaign, by_admin=lead.is_admin)
    job = newest_job(lead.campaign, RANKING.name)
    context = {
        "campaign": lead.campaign,
        "plan": plan,
        "measuring": measuring(plan.sources),
        "turns": range(1, len(plan.sources) + 2),
        "typed": request.POST,
        "pooled": request.path.endswith("/pool/"),
        "job": job,
    }
    return waiting_page(request, "console/steps/candidates.html", context, job, problem=problem)
