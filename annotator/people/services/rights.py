"""Gives leads the right to see and settle the pay of their campaign, and takes it back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.models import Membership, Role, Standing
from annotator.people.ledger_kinds import PAY_GRANTED, PAY_REVOKED
from annotator.people.services.people import hold_person
from moments.base.errors import BadInput
from moments.ledger.services import record_decision


@transaction.atomic
def grant_pay(*, member: Membership, now: datetime, actor: str) -> bool:
    """Let the lead see and settle the pay of the campaign; False if they already may.

    Raises BadInput for annotators, the suspended, closed accounts, and admins, who settle pay anyway.
    """
    hold_person(member)
    if member.role != Role.LEAD:
        raise BadInput(f"{member.pseudonym} is an annotator, and only leads can settle pay")
    if member.standing == Standing.SUSPENDED:
        raise BadInput(f"{member.pseudonym} is suspended; lift the suspension first")
    if not member.user.is_active:
        raise BadInput(f"the account of {member.pseudonym} is closed")
    if member.user.is_superuser:
        raise BadInput(f"{member.pseudonym} is an admin, and admins can settle pay anyway")
    if not Membership.objects.filter(pk=member.pk, settles_pay=False).update(settles_pay=True):
        return False
    member.settles_pay = True
    payload = {"person": member.pseudonym}
    record_decision(campaign=member.campaign, kind=PAY_GRANTED, actor=actor, payload=payload, now=now)
    return True


@transaction.atomic
def revoke_pay(*, member: Membership, now: datetime, actor: str, reason: str = "") -> bool:
    """Take the right to see and settle pay back; False if the person does not have it."""
    hold_person(member)
    if not Membership.objects.filter(pk=member.pk, settles_pay=True).update(settles_pay=False):
        return False
    member.settles_pay = False
    payload = {"person": member.pseudonym, "reason": reason}
    record_decision(campaign=member.campaign, kind=PAY_REVOKED, actor=actor, payload=payload, now=now)
    return True
