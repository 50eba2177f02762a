"""Links to a new password: which one a secret belongs to."""

from __future__ import annotations

from datetime import datetime

from annotator.models import ResetLink
from annotator.secret_links import digest_of


def reset_link_of(token: str) -> ResetLink | None:
    """The link whose secret this is; None for a made-up one."""
    return ResetLink.objects.select_related("user").filter(digest=digest_of(token)).first()


def is_good(link: ResetLink, now: datetime) -> bool:
    """Whether the link still sets a password."""
    unused = link.used_at is None and link.revoked_at is None
    return unused and now < link.expires_at and link.user.is_active
