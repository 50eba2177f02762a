"""Dismisses news that a person has seen."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from annotator.guideline.services import mark_guideline_read
from annotator.messages.services import mark_messages_read
from annotator.models import Membership
from annotator.people.selectors.news import unseen_answers
from annotator.seats.services.leasing import renew_lease


@transaction.atomic
def mark_news_seen(
    *,
    member: Membership,
    answers: Collection[int],
    guideline: int | None,
    now: datetime,
    messages: Collection[int] = (),
) -> None:
    """The person has seen those of the answers and messages that are theirs, and read that version of the guideline.

    Raises BadInput if there is no such version; then no answer is put away either.
    """
    renew_lease(member=member, now=now)
    if guideline is not None:
        mark_guideline_read(member=member, version=guideline, now=now)
    if answers:
        unseen_answers(member).filter(pk__in=answers).order_by().update(seen_at=now)
    if messages:
        mark_messages_read(member=member, messages=messages, now=now)
