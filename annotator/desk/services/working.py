"""A label: stores what was scored and hands out what comes next, with one COMMIT for both.

In one statement where all is as it mostly is and the database is PostgreSQL (`labelling`), else in one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import DatabaseError, connection, transaction

from annotator.desk.services.claiming import Claim, claim_seats, hand_out
from annotator.models import Membership
from annotator.scoring.services.labelling import Offered, asked_label, label_at_once, label_by_token, renew_connection
from annotator.scoring.services.scoring import Submitted, submit_scores


def label(
    *,
    member: Membership,
    entries: Sequence[object],
    count: int,
    now: datetime,
    shown: Collection[UUID] = (),
    known: Collection[UUID] = (),
) -> tuple[list[Submitted], Claim | Offered]:
    """The same as `score_and_claim`, the quick road first; clips of `known` seats are not looked up there."""
    asked = asked_label(entries=entries, count=count, shown=shown, known=known)
    made = asked and label_at_once(member=member, asked=asked, now=now)
    if not made:
        return score_and_claim(member=member, entries=entries, count=count, now=now, shown=shown)
    return [made.submitted], made.offered or _claimed(member, count, now)


def label_of_token(
    *,
    digest: str,
    campaign: str,
    entries: Sequence[object],
    count: int,
    now: datetime,
    shown: Collection[UUID] = (),
    known: Collection[UUID] = (),
) -> tuple[Submitted, Claim | Offered, int] | None:
    """The quick road of a token, and how many news there are; None where it was not taken, and nothing done."""
    asked = asked_label(entries=entries, count=count, shown=shown, known=known)
    made = asked and label_by_token(digest=digest, campaign=campaign, asked=asked, now=now)
    if not made:
        return None
    if made.offered is not None:
        return made.submitted, made.offered, made.news
    member = Membership.objects.select_related("campaign", "user").get(pk=made.member)
    return made.submitted, _claimed(member, count, now), made.news


def _claimed(member: Membership, count: int, now: datetime) -> Claim:
    """The next seats of somebody whose score is stored, tried twice."""
    try:
        return claim_seats(member=member, count=count, now=now)
    except DatabaseError:
        if connection.in_atomic_block:
            raise
        renew_connection()
        return claim_seats(member=member, count=count, now=now)


def score_and_claim(
    *, member: Membership, entries: Sequence[object], count: int, now: datetime, shown: Iterable[UUID] = ()
) -> tuple[list[Submitted], Claim]:
    """What became of each entry, and the next seats, as `submit_scores` and `claim_seats` would answer.

    Where the database refuses the two together (a deadlock, say), the scores are stored by themselves first: no
    trouble with the next seats may keep a score from being stored.
    """
    shown = list(shown)
    try:
        with transaction.atomic():
            submitted = submit_scores(member=member, entries=entries, now=now, shown=shown)
            return submitted, hand_out(member=member, count=count, now=now)
    except DatabaseError:
        submitted = submit_scores(member=member, entries=entries, now=now, shown=shown)
        return submitted, claim_seats(member=member, count=count, now=now)
