"""The planner: what a campaign would cost, in seats, hours, money and days."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.pay.selectors.rates import rate_today
from annotator.people.selectors.access import led_grading, person_asking
from annotator.people.selectors.memberships import qualified_annotators
from consensus.rules.ruling import PEOPLE_A_PAIR
from console.campaign.planning import (
    PUBLISHED_ESCALATION,
    PUBLISHED_EXTENSION,
    USUAL_LABEL_S,
    CampaignPlan,
    budget,
)
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Split

QUERIES_OF_NONE, PEOPLE_OF_NONE, HOURS_A_DAY = 1000, 10, 4
LONGEST = 20
PUBLISHED = {
    "escalation": f"{float(100 * PUBLISHED_ESCALATION):g}",
    "extension": f"{float(100 * PUBLISHED_EXTENSION):g}",
    "label_s": f"{USUAL_LABEL_S:g}",
}


@require_safe
@login_required
@never_cache
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan that the address holds; what it leaves out is taken from the campaign."""
    campaign = led_grading(person_asking(request), slug).campaign
    usual = _usual(campaign)
    typed = {name: request.GET.get(name, value).strip() for name, value in usual.items()}
    context = {"campaign": campaign, "typed": typed, "published": PUBLISHED}
    try:
        asked = _plan(typed)
    except BadInput as problem:
        return render(request, "console/campaign/plan.html", {**context, "problem": str(problem)}, status=400)
    return render(request, "console/campaign/plan.html", {**context, "plan": asked, "budget": budget(asked)})


def _usual(campaign: Campaign) -> dict[str, str]:
    """What the campaign says, and the published rates where it says nothing."""
    protocol = newest_protocol(campaign)
    queries = campaign.queries.exclude(split=Split.EXAM).filter(retired_at=None).count()
    qualified = qualified_annotators(campaign).count()
    return {
        "queries": str(queries or QUERIES_OF_NONE),
        "people": str(max(qualified, PEOPLE_A_PAIR) if qualified else PEOPLE_OF_NONE),
        "batch_size": str(protocol.batch_size),
        **PUBLISHED,
        "extension": PUBLISHED["extension"] if protocol.batches > 1 else "0",
        "hourly_rate": str(rate_today(campaign, timezone.now()) or ""),
        "hours_a_day": str(HOURS_A_DAY),
    }


def _plan(typed: Mapping[str, str]) -> CampaignPlan:
    """The plan as typed; rates are typed in percent."""
    return CampaignPlan(
        queries=_whole("queries", typed),
        people=_whole("people", typed),
        batch_size=_whole("batch_size", typed),
        escalation=_percent("escalation", typed) / 100,
        extension=_percent("extension", typed) / 100,
        label_s=_number("label_s", typed),
        hourly_rate=_number("hourly_rate", typed) if typed["hourly_rate"] else Decimal(0),
        hours_a_day=_number("hours_a_day", typed),
    )


def _percent(name: str, typed: Mapping[str, str]) -> Decimal:
    number = _number(name, typed)
    if not 0 <= number <= 100:
        raise BadInput(f"{name}: expected 0 to 100 percent, got {number}")
    return number


def _whole(name: str, typed: Mapping[str, str]) -> int:
    number = _number(name, typed)
    if number != number.to_integral_value():
        raise BadInput(f"{name}: expected a whole number")
    return int(number)


def _number(name: str, typed: Mapping[str, str]) -> Decimal:
    try:
        number = Decimal(typed[name]) if len(typed[name]) <= LONGEST else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite() or abs(number.adjusted()) > LONGEST:
        raise BadInput(f"{name}: expected a number")
    return number
