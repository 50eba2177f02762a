"""Where leads and admins set a campaign's targets, which enforce nothing."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from annotator.checks.services.staffing import set_targets
from annotator.people.selectors.access import led_campaign, person_asking
from console.frame.forms import refusals_shown, whole_number
from moments.base.errors import BadInput
from moments.models.checks import EARLIEST, LATEST


@require_POST
@login_required
def targets(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the day to finish by and the scores a person a day; empty is no target."""
    lead = led_campaign(person_asking(request), slug)
    with refusals_shown(request):
        changed = set_targets(
            campaign=lead.campaign,
            finish_by=_day(request.POST.get("finish_by", "").strip()),
            day_target=_count(request.POST.get("day_target", "").strip()),
            now=timezone.now(),
            actor=lead.actor,
        )
        messages.success(request, "The targets are saved." if changed else "The targets have not changed.")
    return redirect("staffing", slug)


def _day(typed: str) -> date | None:
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError as error:
        raise BadInput("finish_by: expected a day such as 2026-05-31") from error
    if not EARLIEST <= day <= LATEST:
        raise BadInput(f"finish_by: expected a day from {EARLIEST} to {LATEST}")
    return day


def _count(typed: str) -> int | None:
    return whole_number(typed, "day_target", digits=6) if typed else None
