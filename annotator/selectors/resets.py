"""Links to a new password: which one a secret belongs to."""

from __future__ import annotations

from datetime import datetime

from annotator.models import Membership, ResetLink, Role
from annotator.secret_links import digest_of


def reset_link_of(token: str) -> ResetLink | None:
    """The link whose secret this is; None for a made-up one."""
    return ResetLink.objects.select_related("user").filter(digest=digest_of(token)).first()


def is_good(link: ResetLink, now: datetime) -> bool:
    """Whether the link still sets a password."""
    unused = link.used_at is None and link.revoked_at is None
    return unused and now < link.expires_at and link.user.is_active


def is_annotator_only(member: Membership) -> bool:
    """Whether the account is an annotator's everywhere, so that its password opens nothing that leads see."""
    elsewhere = Membership.objects.filter(user=member.user_id).exclude(role=Role.ANNOTATOR)
    return not member.user.is_superuser and not elsewhere.exists()
