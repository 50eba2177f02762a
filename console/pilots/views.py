"""Pilots: how people agree in them, a new one, and stopping one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from annotator.pilots.selectors import MOST_SHOWN, PilotsPage, pilots_page
from annotator.pilots.services import PilotPlan, make_pilot, stop_pilot
from consensus.rules.ruling import PEOPLE_A_PAIR
from console.frame.forms import refusals_shown, whole_number, with_label
from moments.base.errors import BadInput
from moments.base.plurals import counted

FIELDS = {"queries": "", "split": "exam", "count": "10", "seed": "1", "top": "10"}
LABELS = {
    "queries": "Queries",
    "split": "Draw from",
    "count": "Number to draw",
    "seed": "Seed",
    "top": "Most similar, per query",
    "people": "People who score",
}
LONGEST_NUMBER = 18


@require_safe
@login_required
def pilots(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_grading(person_asking(request), slug), None)


@require_POST
@login_required
def pilot_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a pilot, or say why not."""
    lead = led_grading(person_asking(request), slug)
    typed = {name: request.POST.get(name, "").strip() for name in FIELDS}
    chosen = [one for one in request.POST.getlist("people") if "\0" not in one]
    try:
        plan = _plan(typed, chosen)
        made = make_pilot(campaign=lead.campaign, plan=plan, needed=PEOPLE_A_PAIR, now=timezone.now(), actor=lead.actor)
    except BadInput as problem:
        return _page(request, lead, typed, chosen=chosen, problem=with_label(problem, LABELS), status=400)
    met = (
        f" {counted(made.met, 'seat was', 'seats were')} left out because the person has seen the pair."
        if made.met
        else ""
    )
    lacking = f" {counted(made.missing_clips, 'moment has', 'moments have')} no clip yet." if made.missing_clips else ""
    what = f"{counted(made.pairs, 'pair')} and {counted(made.seats, 'seat')}"
    people = counted(made.people, "person", "people")
    messages.success(request, f"Pilot {made.pilot.number}: {what} for {people}.{met}{lacking}")
    return redirect("pilots", slug)


@require_POST
@login_required
def pilot_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove the pilot's waiting seats."""
    lead = led_grading(person_asking(request), slug)
    pilot = get_object_or_404(lead.campaign.pilots.select_related("campaign"), number=number)
    with refusals_shown(request):
        released = stop_pilot(pilot=pilot, now=timezone.now(), actor=lead.actor)
        taken = counted(released, "seat is", "seats are")
        messages.success(request, f"Pilot {number} is stopped. {taken} removed, and its scores stay.")
    return redirect("pilots", slug)


def _plan(typed: dict[str, str], people: list[str]) -> PilotPlan:
    """The plan that was typed; raises BadInput for what is no number."""
    numbers = {name: whole_number(typed[name], name, digits=LONGEST_NUMBER) for name in ("count", "seed", "top")}
    ids = typed["queries"].replace(",", " ").split()
    queries = [whole_number(text, "queries", digits=LONGEST_NUMBER) for text in ids]
    return PilotPlan(split=typed["split"], query_ids=queries, people=people, **numbers)


def _usual_count(page: PilotsPage) -> int:
    """As many queries as are usual, or all of the split that is offered first if it has fewer."""
    return min(int(FIELDS["count"]), page.queries[FIELDS["split"]]) or int(FIELDS["count"])


def _page(
    request: HttpRequest,
    lead: Lead,
    typed: dict[str, str] | None,
    *,
    chosen: list[str] | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page = pilots_page(lead)
    context = {
        "campaign": lead.campaign,
        "page": page,
        "typed": typed or FIELDS | {"count": str(_usual_count(page))},
        "chosen": chosen or [],
        "problem": problem,
        "most_shown": MOST_SHOWN,
        "needed": PEOPLE_A_PAIR,
    }
    return render(request, "console/pilots/pilots.html", context, status=status)
