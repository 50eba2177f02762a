"""Memberships: who is asking, and who is at work."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from annotator.leases import lease_cutoff
from annotator.models import Membership, Role, Standing, User
from moments.models import Campaign
from moments.selectors.campaigns import newest_protocol


def memberships(user: User, *, slug: str | None = None) -> QuerySet[Membership]:
    """The person's memberships, of the campaign `slug` alone where it is given."""
    members = Membership.objects.filter(user=user).select_related("campaign", "user").order_by("pk")
    return members if slug is None else members.filter(campaign__slug=slug)


def qualified_annotators(campaign: Campaign) -> QuerySet[Membership]:
    """Everybody who may be seated: qualified, and able to sign in."""
    return Membership.objects.filter(
        campaign=campaign,
        role=Role.ANNOTATOR,
        standing=Standing.QUALIFIED,
        user__is_active=True,
        user__is_superuser=False,
    )


def members_at_work(campaign: Campaign, now: datetime) -> QuerySet[Membership]:
    """The qualified whose program asked for something within the lease (R13)."""
    return (
        qualified_annotators(campaign)
        .filter(last_request_at__gte=work_cutoff(campaign, now))
        .select_related("campaign")
        .order_by("pk")
    )


def work_cutoff(campaign: Campaign, now: datetime) -> datetime:
    """Who asked for nothing since then is not at work; under the protocol in force."""
    return lease_cutoff(now, lease_s=newest_protocol(campaign).lease_s)
