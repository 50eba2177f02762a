"""The row of links that every page of a campaign's leads has on top."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

register = template.Library()
# Where a page lies, by the name of its route; what begins with a name and a dash lies there too.
PLACES: dict[str, tuple[str, ...]] = {
    "question-review": ("question-review",),
    "questions": ("questions", "question"),
    "videos": ("videos", "video"),
    "review": ("review", "query", "queries", "why", "follow"),
    "inbox": ("inbox", "problems", "contradictions"),
    "campaign": ("campaign", "plan", "quotas"),
    "people": ("people", "person", "staffing", "marking-rules", "golds", "consent-edit", "invite-make"),
    "agreement": ("agreement",),
    "what-if": ("what-if",),
    "report": ("campaign-report", "studies", "study"),
    "exam": ("exam",),
    "captions": ("captions",),
    "guideline": ("guideline-edit",),
    "tutorial": ("tutorial-edit",),
    "runs": ("runs", "run", "compare-runs", "compare-query"),
    "corpus": ("corpus",),
    "exports": ("exports", "export"),
    "pay": ("pay",),
}


@register.inclusion_tag("console/frame/_lead_nav.html", takes_context=True)
def lead_nav(context: dict[str, Any]) -> dict[str, Any]:
    """The links, the one of the page's place marked; nothing on pages that are not a lead's."""
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    place = place_of(match.url_name or "") if match else None
    campaign = context.get("campaign")
    user = getattr(request, "user", None)
    is_admin = bool(getattr(user, "is_admin", False))
    return {"place": place, "campaign": campaign, "is_admin": is_admin} if place and campaign else {}


def place_of(route: str) -> str | None:
    """The place in which the page of that route lies; None if it is no page of leads."""
    names = {name: place for place, routes in PLACES.items() for name in routes}
    while route and route not in names:
        route = route.rpartition("-")[0]
    return names.get(route)
