"""Invite links: which one a secret belongs to, and whether it is still valid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from annotator.models import Invite
from annotator.people.secret_links import digest_of
from moments.models import Campaign

State = Literal["open", "revoked", "expired", "used"]


@dataclass(frozen=True, slots=True)
class ListedInvite:
    """An invite and whether it is valid."""

    invite: Invite
    state: State


def invite_of(token: str) -> Invite | None:
    """The invite whose secret this is; None for a made-up one."""
    return Invite.objects.select_related("campaign").filter(digest=digest_of(token)).first()


def state_of(invite: Invite, now: datetime) -> State:
    """Whether the invite is valid, else why not."""
    if invite.revoked_at is not None:
        return "revoked"
    if invite.uses >= invite.uses_allowed:
        return "used"
    return "open" if now < invite.expires_at else "expired"


def listed_invites(campaign: Campaign, now: datetime) -> list[ListedInvite]:
    """The campaign's invites, the newest first; one SQL query."""
    return [ListedInvite(invite, state_of(invite, now)) for invite in campaign.invites.order_by("-pk")]
