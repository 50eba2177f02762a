"""The parameters of marking with their versions, and the targets."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.checks.selectors import staffing_of
from annotator.people.selectors.access import led_marking, person_asking
from console.frame.forms import whole_number
from console.marking_rules.fields import KEYS, RULE_FIELDS, typed_protocols
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import set_protocol
from moments.models import Campaign, ProtocolVersion

LONGEST = 20


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def marking_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST by an admin makes the next version of the parameters."""
    user = person_asking(request)
    lead = led_marking(user, slug)
    newest = newest_protocol(lead.campaign)
    if request.method != "POST":
        return _page(request, lead.campaign, _stored(newest))
    if not user.is_admin:
        raise PermissionDenied("only admins can change these settings")
    typed = {key: request.POST.get(key, "").strip()[:LONGEST] for key in KEYS}
    try:
        protocol, marking = typed_protocols(typed, newest.protocol)
        made = set_protocol(
            campaign=lead.campaign,
            protocol=protocol,
            marking=marking,
            now=timezone.now(),
            actor=lead.actor,
            seen=whole_number(request.POST.get("seen", ""), "seen"),
        )
    except BadInput as problem:
        return _page(request, lead.campaign, typed, problem=str(problem))
    changed = made.version != newest.version
    saved = f"Version {made.version} is saved. It applies to videos that somebody begins from now on."
    messages.success(request, saved if changed else "The rules have not changed.")
    return redirect("marking-rules", slug)


def _stored(version: ProtocolVersion) -> dict[str, str]:
    values = version.protocol.as_dict() | version.marking.protocol.as_dict()
    return {key: f"{values[key]:g}" if isinstance(values[key], float) else str(values[key]) for key in KEYS}


def _page(request: HttpRequest, campaign: Campaign, typed: dict[str, str], *, problem: str = "") -> HttpResponse:
    versions = list(campaign.protocols.select_related("marking").order_by("-version"))
    begun = dict(campaign.batches.order_by().values_list("protocol").annotate(n=Count("pk")))
    context = {
        "campaign": campaign,
        "fields": [(field, typed[field.key]) for field in RULE_FIELDS],
        "versions": [(version, begun.get(version.pk, 0), list(_stored(version).values())) for version in versions],
        "seen": versions[0].version,
        "targets": staffing_of(campaign),
        "problem": problem,
    }
    return render(request, "console/marking_rules/marking_rules.html", context, status=400 if problem else 200)
