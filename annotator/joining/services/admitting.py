"""What leads decide about people: suspended, back again, qualified by hand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from annotator.joining.selectors.standings import standing_to_return
from annotator.models import Membership, Role, Standing
from annotator.people.selectors.consents import consent_owed
from annotator.people.services.people import hold_person
from annotator.seats.services.standings import set_standing
from moments.base.errors import BadInput


def suspend_person(*, member: Membership, reason: str, now: datetime, actor: str) -> bool:
    """Keep the person out; their unscored pairs go to others at once. False if they already were; needs a reason."""
    if not reason:
        raise BadInput("reason: give a reason")
    return set_standing(member=member, standing=Standing.SUSPENDED, now=now, actor=actor, reason=reason)


@transaction.atomic
def resume_person(*, member: Membership, reason: str, now: datetime, actor: str) -> Standing:
    """Let the person continue where they were; their new standing, which is invited if they owe a consent.

    Raises BadInput unless they were suspended and their account is open.
    """
    hold_person(member)
    if member.standing != Standing.SUSPENDED:
        raise BadInput("the person is not suspended")
    if not member.user.is_active:
        raise BadInput("the account is closed")
    owes = member.role == Role.ANNOTATOR and consent_owed(member) is not None
    standing = Standing.INVITED if owes else standing_to_return(member)
    set_standing(member=member, standing=standing, now=now, actor=actor, reason=reason)
    return standing


@transaction.atomic
def qualify_person(*, member: Membership, reason: str, now: datetime, actor: str) -> bool:
    """Let the person score without (further) exam; False where they were qualified.

    Raises BadInput without a reason, for leads, for suspended people, and if the person has not agreed to the
    consent in force.
    """
    if not reason:
        raise BadInput("reason: give a reason")
    if member.role != Role.ANNOTATOR:
        raise BadInput("leads cannot score pairs")
    hold_person(member)
    if member.standing == Standing.SUSPENDED:
        raise BadInput("the person is suspended; lift the suspension first")
    if consent_owed(member) is not None:
        raise BadInput("the person has not agreed to the consent in force yet")
    return set_standing(member=member, standing=Standing.QUALIFIED, now=now, actor=actor, reason=reason)


@transaction.atomic
def qualify_people(*, members: Iterable[Membership], reason: str, now: datetime, actor: str) -> int:
    """Let all of them score or none; how many were not qualified before. Raises BadInput as for one person."""
    return sum(qualify_person(member=member, reason=reason, now=now, actor=actor) for member in members)
