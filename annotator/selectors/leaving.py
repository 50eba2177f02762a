"""What leaving the study means for somebody, campaign by campaign."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from annotator.models import Leaving, Role, Staffing, User
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class Terms:
    """One campaign of the person: how many scores they gave, and whether these are made void."""

    campaign: Campaign
    scores: int
    voids: bool


def leaving_policy(campaign: Campaign) -> Leaving:
    """What becomes of the scores of somebody who leaves; they are kept where nobody has said."""
    staffing = Staffing.objects.filter(campaign=campaign).first()
    return Leaving(staffing.leaving) if staffing else Leaving.KEEP


def leaving_terms(user: User) -> list[Terms]:
    """The person's campaigns, in a fixed number of SQL queries."""
    members = user.memberships.select_related("campaign").order_by("pk")
    counted = members.annotate(given=Count("scores", filter=Q(scores__current=True)))
    voids = set(Staffing.objects.filter(leaving=Leaving.VOID).values_list("campaign", flat=True))
    return [Terms(member.campaign, member.given, member.campaign_id in voids) for member in counted]


def may_leave(user: User) -> bool:
    """Whether the account may be deleted by its owner: it is an annotator's, everywhere."""
    return not user.is_superuser and not user.memberships.exclude(role=Role.ANNOTATOR).exists()
