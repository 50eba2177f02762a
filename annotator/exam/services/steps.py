"""A lead's steps that hold only for the state that their page showed: closing an exam, granting a sitting."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.exam.selectors.sittings import sitting_rows
from annotator.exam.services.exams import close_exam, grant_sitting
from annotator.models import Exam, Membership
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign


@transaction.atomic
def close_as_seen(*, exam: Exam, seen_state: str, actor: str, now: datetime) -> None:
    """Close the exam, or throw a draft away, if it is still in the state whose consequences the lead read.

    Raises BadInput where it is not, or is gone.
    """
    hold_campaign(exam.campaign)
    state = Exam.objects.filter(pk=exam.pk).values_list("state", flat=True).first()
    if state is None:
        raise BadInput(f"exam {exam.number} has been discarded")
    if state != seen_state:
        raise BadInput(f"exam {exam.number} is now {state}; read again what closing it does")
    close_exam(exam=exam, actor=actor, now=now)


@transaction.atomic
def grant_as_seen(*, exam: Exam, member: Membership, seen: str, actor: str, reason: str, now: datetime) -> None:
    """Grant the person one more sitting, if `seen` is still how many they were granted, so that two clicks grant one.

    Raises BadInput where it is not, or where the person's last sitting has not failed.
    """
    hold_campaign(exam.campaign)
    sittings = exam.sittings.filter(member=member).select_related("member__user").order_by("number")
    rows = sitting_rows(exam, sittings)
    if not rows or not rows[-1].may_grant:
        raise BadInput(f"{member.pseudonym} has not failed their last sitting")
    if seen != str(rows[-1].granted):
        raise BadInput(f"{member.pseudonym} has already been granted a sitting")
    grant_sitting(member=member, exam=exam, actor=actor, now=now, reason=reason)
