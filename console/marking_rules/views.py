"""The parameters of the rules with their versions; where nothing is graded, the targets too."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.checks.selectors import staffing_of
from annotator.people.selectors.access import Lead, led_grading, led_marking, led_twins, person_asking
from console.frame.forms import whole_number
from console.marking_rules.fields import GRADING, MARKING, TWINS, Rules
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol, parameters_of
from moments.campaign.services import set_protocol
from moments.models import Campaign, CampaignKind, CampaignStatus
from moments.parameters import default_parameters
from moments.twin_protocol import AFTER_OPENING

LONGEST = 20
COMPARED = 6
APPLIES = {
    CampaignKind.GRADE: "It applies to batches that open from now on.",
    CampaignKind.MARK: "It applies to videos that somebody begins from now on.",
    CampaignKind.TWIN: "It applies from now on.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def marking_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST makes the next version of the parameters of marking."""
    return _rules(request, led_marking(person_asking(request), slug), MARKING)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the rules of graded relevance."""
    return _rules(request, led_grading(person_asking(request), slug), GRADING)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def twin_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the rules of twins."""
    return _rules(request, led_twins(person_asking(request), slug), TWINS)


def _rules(request: HttpRequest, lead: Lead, rules: Rules) -> HttpResponse:
    newest = newest_protocol(lead.campaign)
    if request.method != "POST":
        return _page(request, lead.campaign, rules, rules.shown(parameters_of(newest)))
    typed = {key: request.POST.get(key, "").strip()[:LONGEST] for key in rules.keys}
    try:
        if lead.campaign.status == CampaignStatus.ARCHIVE:
            raise BadInput("the campaign is an archive; its rules do not change")
        wanted = rules.read(typed, parameters_of(newest))
        made = set_protocol(
            campaign=lead.campaign,
            **wanted._asdict(),
            now=timezone.now(),
            actor=lead.actor,
            seen=whole_number(request.POST.get("seen", ""), "seen"),
        )
    except BadInput as problem:
        return _page(request, lead.campaign, rules, typed, problem=str(problem))
    saved = f"Version {made.version} is saved. {APPLIES[CampaignKind(lead.campaign.kind)]}"
    messages.success(request, saved if made.version != newest.version else "The rules have not changed.")
    return redirect(rules.route, lead.campaign.slug)


def _page(
    request: HttpRequest, campaign: Campaign, rules: Rules, typed: Mapping[str, str], *, problem: str = ""
) -> HttpResponse:
    versions = list(campaign.protocols.select_related("campaign", "marking", "twin").order_by("-version"))
    begun = dict(campaign.batches.order_by().values_list("protocol").annotate(n=Count("pk")))
    values = {version.pk: rules.shown(parameters_of(version)) for version in versions[: COMPARED + 1]}
    compared = versions[:COMPARED]
    before = {one.pk: values.get(earlier.pk) for one, earlier in pairwise(versions)}
    defaults = rules.shown(default_parameters(rules.kind))
    context = {
        "campaign": campaign,
        "rules": rules,
        "is_fixed": campaign.is_twin and bool(begun),
        "fields": [(field, typed[field.key]) for field in rules.fields],
        "defaults": defaults,
        "described": [(field, typed[field.key], defaults[field.key]) for field in rules.fields],
        "changeable": AFTER_OPENING,
        "versions": [(one, begun.get(one.pk, 0), list(values[one.pk].values())) for one in compared],
        "older": len(versions) - len(compared),
        "compared": [
            (
                field,
                [
                    (values[one.pk][field.key], _changed(field.key, values[one.pk], before.get(one.pk)))
                    for one in compared
                ],
            )
            for field in rules.fields
        ],
        "seen": versions[0].version,
        "targets": staffing_of(campaign) if rules is not GRADING else None,
        "problem": problem,
    }
    return render(request, "console/marking_rules/marking_rules.html", context, status=400 if problem else 200)


def _changed(key: str, values: Mapping[str, str], before: Mapping[str, str] | None) -> bool:
    """Whether the version changed it."""
    return before is not None and values[key] != before[key]
