"""The planner: what a campaign would cost, in work, hours, money and days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.asking.selectors.asks import wishes
from annotator.pay.selectors.rates import rate_today
from annotator.people.selectors.access import led_campaign, person_asking
from annotator.people.selectors.memberships import qualified_annotators
from consensus.marking.ruling import PEOPLE_A_QUESTION
from consensus.rules.ruling import PEOPLE_A_PAIR
from consensus.simulation.marking.costs import STANDARD_COSTS
from consensus.twins.judging import MOST_JUDGES
from console.campaign.marking_forecast import (
    USUAL_PIECE_S,
    USUAL_PIECES_A_QUESTION,
    USUAL_QUESTIONS_AN_HOUR,
    USUAL_SEGMENTS_A_QUESTION,
)
from console.campaign.marking_planning import marking_budget
from console.campaign.plan_fields import (
    GRADE_FIELDS,
    MARK_FIELDS,
    TWIN_FIELDS,
    PlanField,
    read_marking_plan,
    read_plan,
    read_twin_plan,
)
from console.campaign.planning import (
    PUBLISHED_ESCALATION,
    PUBLISHED_EXTENSION,
    SECONDS_AN_HOUR,
    USUAL_LABEL_S,
    budget,
)
from console.campaign.selectors.twin_usual import usual_of_twins
from console.campaign.twin_planning import twin_budget
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, CampaignKind, Split

QUERIES_OF_NONE, PEOPLE_OF_NONE, HOURS_A_DAY = 1000, 10, 4
PUBLISHED_VIDEOS, PUBLISHED_VIDEO_HOURS = 268, 39.9
PUBLISHED = {
    "escalation": f"{float(100 * PUBLISHED_ESCALATION):g}",
    "extension": f"{float(100 * PUBLISHED_EXTENSION):g}",
    "label_s": f"{USUAL_LABEL_S:g}",
}
SIMULATED = {
    "speed": f"{STANDARD_COSTS.speed:g}",
    "question_s": f"{STANDARD_COSTS.question_s:g}",
    "search_s": f"{STANDARD_COSTS.search_s:g}",
    "segments": f"{USUAL_SEGMENTS_A_QUESTION:.1f}",
    "segment_s": f"{STANDARD_COSTS.segment_s:g}",
    "pieces": f"{USUAL_PIECES_A_QUESTION:g}",
    "piece_s": f"{USUAL_PIECE_S:g}",
    "returned": "8",
}


@dataclass(frozen=True, slots=True)
class Planner:
    """How the campaigns of one kind are planned: fields, usual values, reading, arithmetic, and its template."""

    fields: tuple[PlanField, ...]
    usual: Callable[[Campaign], dict[str, str]]
    read: Callable[[Mapping[str, str]], Any]
    reckon: Callable[[Any], Any]
    estimate: str
    note: str
    published: Mapping[str, str]


@require_safe
@login_required
@never_cache
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan that the address holds; what it leaves out is taken from the campaign."""
    campaign = led_campaign(person_asking(request), slug).campaign
    planner = PLANNERS[CampaignKind(campaign.kind)]
    typed = {name: request.GET.get(name, value).strip() for name, value in planner.usual(campaign).items()}
    context = {
        "campaign": campaign,
        "planner": planner,
        "fields": [(field, typed[field.name]) for field in planner.fields],
        "typed": typed,
    }
    try:
        asked = planner.read(typed)
    except BadInput as problem:
        return render(request, "console/campaign/plan.html", {**context, "problem": str(problem)}, status=400)
    return render(request, "console/campaign/plan.html", {**context, "plan": asked, "budget": planner.reckon(asked)})


def _usual(campaign: Campaign) -> dict[str, str]:
    """What the campaign says, and the published rates where it says nothing."""
    protocol = newest_protocol(campaign)
    queries = campaign.queries.exclude(split=Split.EXAM).filter(retired_at=None).count()
    return {
        "queries": str(queries or QUERIES_OF_NONE),
        "batch_size": str(protocol.batch_size),
        **PUBLISHED,
        "extension": PUBLISHED["extension"] if protocol.batches > 1 else "0",
        **_people(campaign, fewest=PEOPLE_A_PAIR),
    }


def _usual_marking(campaign: Campaign) -> dict[str, str]:
    """The campaign's videos and quotas, the published size where there are none, and what the simulation assumes."""
    videos = campaign.videos.count()
    hours = (campaign.videos.aggregate(s=Sum("duration_s"))["s"] or 0) / SECONDS_AN_HOUR or PUBLISHED_VIDEO_HOURS
    wanted = sum(wish.wanted for wish in wishes(campaign))
    return {
        "videos": str(videos or PUBLISHED_VIDEOS),
        "video_hours": f"{max(hours, 0.001):.3f}".rstrip("0").rstrip("."),
        "questions": str(wanted or max(round(hours * USUAL_QUESTIONS_AN_HOUR), 1)),
        **SIMULATED,
        **_people(campaign, fewest=PEOPLE_A_QUESTION),
    }


def _usual_twins(campaign: Campaign) -> dict[str, str]:
    return {**usual_of_twins(campaign), **_people(campaign, fewest=MOST_JUDGES)}


def _people(campaign: Campaign, *, fewest: int) -> dict[str, str]:
    qualified = qualified_annotators(campaign).count()
    return {
        "hourly_rate": str(rate_today(campaign, timezone.now()) or ""),
        "people": str(max(qualified, fewest) if qualified else PEOPLE_OF_NONE),
        "hours_a_day": str(HOURS_A_DAY),
    }


PLANNERS = {
    CampaignKind.GRADE: Planner(
        fields=GRADE_FIELDS,
        usual=_usual,
        read=read_plan,
        reckon=budget,
        estimate="console/campaign/_plan_estimate.html",
        note="console/campaign/_plan_note.html",
        published=PUBLISHED,
    ),
    CampaignKind.MARK: Planner(
        fields=MARK_FIELDS,
        usual=_usual_marking,
        read=read_marking_plan,
        reckon=marking_budget,
        estimate="console/campaign/_marking_plan_estimate.html",
        note="console/campaign/_marking_plan_note.html",
        published=SIMULATED,
    ),
    CampaignKind.TWIN: Planner(
        fields=TWIN_FIELDS,
        usual=_usual_twins,
        read=read_twin_plan,
        reckon=twin_budget,
        estimate="console/campaign/_twin_plan_estimate.html",
        note="console/campaign/_twin_plan_note.html",
        published={},
    ),
}
