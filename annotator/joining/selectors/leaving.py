"""What leaving the study means for somebody, campaign by campaign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.models import Leaving, Role, Staffing, User
from annotator.seats.selectors.counting import counted_by_member
from moments.models import Campaign, CampaignKind


@dataclass(frozen=True, slots=True)
class LeavingTerms:
    """One campaign of the person: how many scores of theirs count, and whether these are made void."""

    campaign: Campaign
    scores: int
    voids: bool


def leaving_policy(campaign: Campaign) -> Leaving:
    """What becomes of the scores of people who leave; they are kept unless a lead has chosen otherwise.

    Markings are always kept.
    """
    staffing = _voiding().filter(campaign=campaign)
    return Leaving.VOID if staffing.exists() else Leaving.KEEP


def leaving_terms(user: User) -> list[LeavingTerms]:
    """The person's campaigns, in a fixed number of SQL queries."""
    members = user.memberships.select_related("campaign").order_by("pk")
    counted = counted_by_member(user)
    voids = set(_voiding().values_list("campaign", flat=True))
    return [LeavingTerms(member.campaign, counted.get(member.pk, 0), member.campaign_id in voids) for member in members]


def terms_mark(terms: Iterable[LeavingTerms]) -> str:
    """What a form carries of the terms its page showed; another mark means other terms."""
    return " ".join(f"{part.campaign.pk}:{'void' if part.voids else 'keep'}:{part.scores}" for part in terms)


def may_leave(user: User) -> bool:
    """Whether the account may be deleted by its owner: it is an annotator's, everywhere."""
    return not user.is_superuser and not user.memberships.exclude(role=Role.ANNOTATOR).exists()


def _voiding() -> QuerySet[Staffing]:
    return Staffing.objects.filter(leaving=Leaving.VOID, campaign__kind=CampaignKind.GRADE)
