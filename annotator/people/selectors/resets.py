"""Links to a new password: which one a secret belongs to, and who may hand one to whom."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from annotator.models import Membership, ResetLink, Role, Standing, User
from annotator.people.secret_links import digest_of


def reset_link_of(token: str) -> ResetLink | None:
    """The link whose secret this is; None for a made-up one."""
    return ResetLink.objects.select_related("user", "issued_by").filter(digest=digest_of(token)).first()


def is_good(link: ResetLink, now: datetime) -> bool:
    """Whether the link still sets a password."""
    unused = link.used_at is None and link.revoked_at is None
    return unused and now < link.expires_at and link.user.is_active and may_reset(link.issued_by, link.user)


def may_reset(issuer: User | None, person: User) -> bool:
    """Whether the issuer may hand the person a link now: admins to anybody, leads only within their campaigns."""
    if issuer is None or not issuer.is_active:
        return False
    if issuer.is_admin:
        return True
    beyond = memberships_beyond(campaigns_led_by(issuer)).filter(user=person)
    return not person.is_superuser and not beyond.exists()


def campaigns_led_by(user: User) -> QuerySet[Membership, int]:
    """The keys of the campaigns that the person leads and is not suspended in."""
    led = Membership.objects.filter(user=user, role=Role.LEAD).exclude(standing=Standing.SUSPENDED)
    return led.values_list("campaign", flat=True)


def memberships_beyond(led: QuerySet[Membership, int]) -> QuerySet[Membership]:
    """What an account may open that is not for the lead of those campaigns to decide: other campaigns, leads' pages."""
    return Membership.objects.exclude(role=Role.ANNOTATOR, campaign__in=led)
