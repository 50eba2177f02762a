"""Acting on many pairs of the table: first a preview of what would change and what not, then the order."""

from __future__ import annotations

from urllib.parse import parse_qsl

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.people.selectors.access import Lead, led_grading, person_asking
from consensus.listing.actions import ACTIONS, Action, Order
from consensus.listing.selectors.chosen import Preview, chosen_pairs, preview_of
from consensus.listing.services.acting import act_on_pairs
from consensus.queries.services.prioritising import HIGHEST_PRIORITY, LOWEST_PRIORITY
from console.frame.forms import note_in, refusals_shown, table_of_pairs
from console.queries.selectors.table import view_asked
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.selectors import levels_of
from moments.models import Pair


@require_POST
@login_required
def pairs_act(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview; with the mark of one (`seen`), the order itself."""
    lead = led_grading(person_asking(request), slug)
    with refusals_shown(request):
        action = _action(request)
        pairs = _pairs(request, lead)
        if "seen" not in request.POST:
            return _page(request, lead, action, preview_of(action, pairs))
        return _act(request, lead, action, pairs)
    return redirect(table_of_pairs(request, slug))


def _act(request: HttpRequest, lead: Lead, action: Action, pairs: list[Pair]) -> HttpResponse:
    try:
        done = act_on_pairs(
            campaign=lead.campaign,
            action=action,
            pairs=pairs,
            order=_order(request, lead),
            seen=request.POST["seen"],
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead, action, preview_of(action, pairs), problem=str(problem))
    messages.success(request, f"{counted(len(done.allowed), 'pair is', 'pairs are')} {action.done}.")
    if done.refused:
        messages.warning(request, f"Not changed: {'; '.join(map(str, done.refused))}.")
    return redirect(table_of_pairs(request, lead.campaign.slug))


def _page(request: HttpRequest, lead: Lead, action: Action, preview: Preview, *, problem: str = "") -> HttpResponse:
    context = {
        "campaign": lead.campaign,
        "action": action,
        "preview": preview,
        "problem": problem,
        "given": request.POST,
        "chosen": request.POST.getlist("pair"),
        "levels": levels_of(lead.campaign),
        "priorities": range(HIGHEST_PRIORITY, LOWEST_PRIORITY - 1, -1),
        "back": table_of_pairs(request, lead.campaign.slug),
    }
    return render(request, "console/queries/act.html", context, status=409 if problem else 200)


def _action(request: HttpRequest) -> Action:
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise BadInput(f"action: expected one of {', '.join(ACTIONS)}")
    return action


def _pairs(request: HttpRequest, lead: Lead) -> list[Pair]:
    """The pairs that were ticked, or all of the view."""
    if request.POST.get("all") == "1":
        view = view_asked(lead.campaign, dict(parse_qsl(request.POST.get("view", ""))))
        return chosen_pairs(lead.campaign, numbers=[], view=view)
    ticked = request.POST.getlist("pair")
    if not all(one.isascii() and one.isdecimal() and len(one) < 19 for one in ticked):
        raise BadInput("pairs: expected the numbers of pairs")
    return chosen_pairs(lead.campaign, numbers=[int(one) for one in ticked], view=None)


def _order(request: HttpRequest, lead: Lead) -> Order:
    level, priority = request.POST.get("level", ""), request.POST.get("priority", "0")
    if level and level not in lead.campaign.scale.by_text:
        raise BadInput(f"level: expected {lead.campaign.scale}")
    if priority not in {str(one) for one in range(LOWEST_PRIORITY, HIGHEST_PRIORITY + 1)}:
        raise BadInput(f"priority: expected {LOWEST_PRIORITY} to {HIGHEST_PRIORITY}")
    return Order(
        reason=note_in(request, "reason"),
        level=int(level) if level else None,
        note=note_in(request, "note"),
        priority=int(priority),
    )
