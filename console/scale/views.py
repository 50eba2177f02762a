"""The scale: how many levels there are, what they are called and mean, and how they count in measures."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import Lead, led_grading, person_asking
from console.scale.selectors import scale_freedom
from console.scale.typed import (
    COLUMNS,
    TypedLevel,
    read_levels,
    shown_levels,
    typed_levels,
    with_another,
    without_highest,
)
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.selectors import levels_of
from moments.scale import (
    FEWEST_LEVELS,
    LONGEST_NAME,
    LONGEST_SHORT,
    LONGEST_TEXT,
    MOST_LEVELS,
    TEMPLATES,
    ScaleError,
    scale_mark,
)
from moments.scales.services import ScaleSet, set_scale

LIMITS = {
    "longest_name": LONGEST_NAME,
    "longest_short": LONGEST_SHORT,
    "longest_text": LONGEST_TEXT,
    "fewest": FEWEST_LEVELS,
    "most": MOST_LEVELS,
}
CHANGES = {"add": with_another, "drop": without_highest}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def scale(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; with `from`, filled with a scale to start from. A POST adds or removes a level, or saves the scale."""
    lead = led_grading(person_asking(request), slug)
    if request.method != "POST":
        template = TEMPLATES.get(request.GET.get("from", ""))
        return _page(request, lead, shown_levels(template.levels) if template else None)
    typed = typed_levels({name: request.POST.getlist(name) for name in COLUMNS})
    if typed is None:
        raise BadRequest(f"expected {', '.join(COLUMNS)} of each level, and at most {MOST_LEVELS} levels")
    change = CHANGES.get(request.POST.get("do", ""))
    if change is not None:
        return _page(request, lead, change(typed))
    try:
        done = set_scale(
            campaign=lead.campaign,
            levels=read_levels(typed),
            now=timezone.now(),
            actor=lead.actor,
            seen=request.POST.get("seen", ""),
        )
    except (BadInput, ScaleError) as problem:
        return _page(request, lead, typed, problem=str(problem))
    messages.success(request, _saved(done, len(typed)))
    return redirect("scale", slug)


def _saved(done: ScaleSet, count: int) -> str:
    if not done.changed:
        return "The scale has not changed."
    saved = f"The scale of {counted(count, 'level')} is saved."
    if done.protocol is None:
        return saved
    rules = done.protocol
    return (
        f"{saved} Version {rules.version} of the protocol fits it: the tolerance is {rules.tolerance} and the "
        f"threshold {rules.threshold:g}. You can change both on the page Protocol."
    )


def _page(request: HttpRequest, lead: Lead, typed: Sequence[TypedLevel] | None, *, problem: str = "") -> HttpResponse:
    stored = levels_of(lead.campaign)
    levels = shown_levels(stored) if typed is None else typed
    context = {
        **LIMITS,
        "campaign": lead.campaign,
        "freedom": scale_freedom(lead.campaign),
        "templates": TEMPLATES.values(),
        "stored": stored,
        "levels": levels,
        "is_saved": typed is None,
        "count_changes": len(levels) != len(stored),
        "seen": request.POST.get("seen", "") or scale_mark(stored),
        "problem": problem,
    }
    return render(request, "console/scale/scale.html", context, status=400 if problem else 200)
