"""Decides how far people are and whether their account is open; who may not score loses unscored seats at once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import Membership, Standing, User
from annotator.people.services.people import hold_person
from annotator.people.services.resets import end_reset_links
from annotator.people.services.rights import revoke_pay
from annotator.seats.ledger_kinds import PERSON_ACCOUNT, PERSON_STANDING
from annotator.seats.services.seating import release_person
from moments.ledger.services import record_decision


@transaction.atomic
def set_standing(*, member: Membership, standing: Standing, now: datetime, actor: str, reason: str = "") -> bool:
    """Move the person to `standing`; False if they were there. Who may not score loses unscored seats at once.

    A suspension ends the links to a new password that they have open, and a lead's right to settle pay.
    """
    if standing == Standing.SUSPENDED:
        revoke_pay(member=member, now=now, actor=actor, reason=reason)
    if not Membership.objects.filter(pk=member.pk).exclude(standing=standing).update(standing=standing):
        return False
    released = 0 if standing == Standing.QUALIFIED else release_person(member=member)
    if standing == Standing.SUSPENDED:
        end_reset_links(people=[member.user_id], now=now)
    payload = {"person": member.pseudonym, "standing": standing, "reason": reason, "released": released}
    record_decision(campaign=member.campaign, kind=PERSON_STANDING, actor=actor, payload=payload, now=now)
    member.standing = standing
    return True


@transaction.atomic
def set_account(*, user: User, is_active: bool, now: datetime, actor: str) -> bool:
    """Open or close the account; False if it was so.

    Closing ends every session and every link to a new password for good, and gives the person's unscored seats to
    others at once.
    """
    members = list(user.memberships.select_related("campaign").order_by("pk"))
    for member in members:
        hold_person(member)
    ended = 0 if is_active else 1
    changed = {"is_active": is_active, "session_epoch": F("session_epoch") + ended}
    if not User.objects.filter(pk=user.pk, is_active=not is_active).update(**changed):
        return False
    user.refresh_from_db(fields=list(changed))
    released = [0 if is_active else release_person(member=member) for member in members]
    end_reset_links(people=[user.pk], now=now)
    for member, count in zip(members, released, strict=True):
        payload = {"person": member.pseudonym, "is_active": is_active, "released": count}
        record_decision(campaign=member.campaign, kind=PERSON_ACCOUNT, actor=actor, payload=payload, now=now)
    return True
