"""API tokens as pages list them: those that open something, and whose they are."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from annotator.models import ApiToken, Membership, User
from annotator.people.selectors.resets import campaigns_led_by
from moments.models import Campaign


def live_tokens(now: datetime) -> QuerySet[ApiToken]:
    """Tokens that are neither revoked nor over, newest first."""
    good = Q(expires_at=None) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(good, revoked_at=None).order_by("-created_at", "-pk")


def tokens_of(user: User, now: datetime) -> QuerySet[ApiToken]:
    """The person's own."""
    return live_tokens(now).filter(user=user)


def tokens_of_campaign(campaign: Campaign, now: datetime) -> QuerySet[ApiToken]:
    """Those of the campaign's members who are not admins; a lead has no say over an admin's."""
    return live_tokens(now).filter(user__memberships__campaign=campaign, user__is_superuser=False)


def pseudonyms(campaign: Campaign, tokens: list[ApiToken]) -> dict[int, str]:
    """Account → pseudonym in the campaign."""
    members = Membership.objects.filter(campaign=campaign, user__in=[token.user_id for token in tokens])
    return dict(members.values_list("user_id", "pseudonym"))


def leads_all_of(asking: User, person: User) -> bool:
    """Whether the person asking leads every campaign that the other is in; an admin does."""
    elsewhere = Membership.objects.filter(user=person).exclude(campaign__in=campaigns_led_by(asking))
    return asking.is_admin or not elsewhere.exists()
