"""Forgets wrong passwords, so that people who were locked out can sign in again."""

from __future__ import annotations

import logging
from datetime import datetime

from axes.models import AccessAttempt
from django.conf import settings
from django.db import transaction

from annotator.models import Membership
from annotator.people.ledger_kinds import PERSON_UNLOCKED
from moments.ledger.services import record_decision

logger = logging.getLogger("reelevance.sign_in")


def forget_address(*, address: str) -> bool:
    """Let everybody at that address try again at once; False if there were no failures."""
    forgotten = AccessAttempt.objects.filter(ip_address=address).delete()[0]
    if forgotten:
        logger.info("an address that had to wait was let in again")
    return bool(forgotten)


def forget_failures(*, username: str) -> int:
    """Forget the wrong passwords typed for that account, from wherever; how many rows."""
    return int(AccessAttempt.objects.filter(username=username).delete()[0])


def forget_old_failures(*, now: datetime) -> int:
    """Forget wrong passwords that no longer lock anybody out, with their addresses; how many rows."""
    return int(AccessAttempt.objects.filter(attempt_time__lte=now - settings.AXES_COOLOFF_TIME).delete()[0])


@transaction.atomic
def unlock_person(*, member: Membership, now: datetime, actor: str) -> bool:
    """Let the person try again at once; False if there were no failures."""
    if not forget_failures(username=member.user.username):
        return False
    record_decision(
        campaign=member.campaign, kind=PERSON_UNLOCKED, actor=actor, payload={"person": member.pseudonym}, now=now
    )
    return True
