"""Makes and revokes links with which people join a campaign, and takes a place of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from annotator.joining.ledger_kinds import INVITE_MADE, INVITE_REVOKED
from annotator.models import Invite
from annotator.people.secret_links import digest_of, new_secret
from moments.base.errors import BadInput
from moments.ledger.services import record_decision
from moments.models import Campaign

MOST_USES = 1000
MOST_DAYS = 365
LONGEST_NOTE = 80
MOST_LABELS = 200


@dataclass(frozen=True, slots=True)
class MadeInvite:
    """An invite and its secret, which is shown once and stored nowhere."""

    invite: Invite
    token: str


class InviteClosed(BadInput):
    """The invite is no longer valid."""


@transaction.atomic
def make_invite(*, campaign: Campaign, uses: int, days: int, note: str, now: datetime, actor: str) -> MadeInvite:
    """A link for `uses` people, good for `days` days; raises BadInput unless 1 to 1,000 and 1 to 365."""
    if not 1 <= uses <= MOST_USES:
        raise BadInput(f"uses: expected 1 to {MOST_USES}, got {uses}")
    if not 1 <= days <= MOST_DAYS:
        raise BadInput(f"days: expected 1 to {MOST_DAYS}, got {days}")
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise BadInput(f"note: expected at most {LONGEST_NOTE} printable characters")
    token = new_secret()
    invite = Invite.objects.create(
        campaign=campaign,
        digest=digest_of(token),
        note=note,
        uses_allowed=uses,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    payload: dict[str, object] = {"invite": invite.pk, "uses": uses, "days": days}
    payload |= {"note": note} if uses > 1 else {}  # of one person, it may be a label that goes when the person leaves
    record_decision(campaign=campaign, kind=INVITE_MADE, actor=actor, payload=payload, now=now)
    return MadeInvite(invite, token)


@transaction.atomic
def make_labelled_invites(
    *, campaign: Campaign, labels: Sequence[str], days: int, now: datetime, actor: str
) -> list[MadeInvite]:
    """A link for one person under each label, all or none of them; only leads and admins see the labels.

    Raises BadInput for no label, too many, a label twice or one that cannot be a note, naming its line.
    """
    if not 1 <= len(labels) <= MOST_LABELS:
        raise BadInput(f"expected 1 to {MOST_LABELS} lines, got {len(labels)}", field="labels")
    for line, label in enumerate(labels, start=1):
        if not label or len(label) > LONGEST_NOTE or not label.isprintable():
            raise BadInput(f"line {line}: expected 1 to {LONGEST_NOTE} printable characters", field="labels")
        if label in labels[: line - 1]:
            raise BadInput(f"line {line}: this label appears twice", field="labels")
    return [make_invite(campaign=campaign, uses=1, days=days, note=label, now=now, actor=actor) for label in labels]


@transaction.atomic
def revoke_invite(*, invite: Invite, now: datetime, actor: str) -> bool:
    """Revoke the invite; False if it was already revoked."""
    if not Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=now):
        return False
    record_decision(campaign=invite.campaign, kind=INVITE_REVOKED, actor=actor, payload={"invite": invite.pk}, now=now)
    return True


def take_place(*, invite: Invite, now: datetime) -> None:
    """Use the invite once, in the caller's transaction; raises InviteClosed if no place is left.

    If two people race for the last place, the conditional UPDATE lets one in.
    """
    open_still = Invite.objects.filter(pk=invite.pk, revoked_at=None, expires_at__gt=now, uses__lt=F("uses_allowed"))
    if not open_still.update(uses=F("uses") + 1):
        raise InviteClosed("the invite is no longer valid")
