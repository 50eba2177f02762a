"""The links that every page of a campaign's leads has on top: groups in the bar, the group's pages beneath it."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from annotator.models import User
from annotator.people.selectors.access import settles_pay
from console.frame.navigation import groups_shown, place_of
from moments.models import Campaign, CampaignStatus

register = template.Library()


@register.filter
def may_settle_pay(user: object, campaign: Campaign) -> bool:
    """Whether the page of pay is open to the person."""
    return isinstance(user, User) and settles_pay(user, campaign)


@register.inclusion_tag("console/frame/_lead_groups.html", takes_context=True)
def lead_groups(context: dict[str, Any]) -> dict[str, Any]:
    """The groups, the one of the page marked; nothing on pages that are not a lead's."""
    return _place(context)


@register.inclusion_tag("console/frame/_lead_pages.html", takes_context=True)
def lead_pages(context: dict[str, Any]) -> dict[str, Any]:
    """The pages of the page's group, its own marked; nothing on pages that are not a lead's."""
    return _place(context)


def _place(context: dict[str, Any]) -> dict[str, Any]:
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request else None
    campaign = context.get("campaign")
    if not (match and campaign and hasattr(campaign, "kind")):
        return {}
    pays = may_settle_pay(request.user, campaign) if request else False
    groups = tuple(groups_shown(campaign.kind, settles_pay=pays))
    place = place_of(match.url_name or "", groups)
    if not place:
        return {}
    group, page = place
    return {
        "campaign": campaign,
        "groups": groups,
        "group": group,
        "page": page,
        "is_the_page": page.route == match.url_name,
        "offers_setup": campaign.status == CampaignStatus.DRAFT and page.route != "corpus",
        "inbox_beside": all(one.route != "inbox" for one in group.pages),
    }
