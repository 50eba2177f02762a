"""A label: stores what was scored and hands out what comes next, with one COMMIT for both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import DatabaseError, transaction

from annotator.desk.services.claiming import Claim, claim_seats, hand_out
from annotator.models import Membership
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted


def score_and_claim(
    *, member: Membership, entries: Sequence[object], count: int, now: datetime, shown: Iterable[UUID] = ()
) -> tuple[list[Submitted], Claim]:
    """What became of each entry, and the next seats, as `submit_scores` and `claim_seats` would answer.

    If the database refuses the two together, for example after a deadlock, the scores are stored first: no problem
    with the next seats may keep a score from being stored.
    """
    shown = list(shown)
    try:
        with transaction.atomic():
            submitted = submit_scores(member=member, entries=entries, now=now, shown=shown)
            return submitted, hand_out(member=member, count=count, now=now)
    except DatabaseError:
        submitted = submit_scores(member=member, entries=entries, now=now, shown=shown)
        return submitted, claim_seats(member=member, count=count, now=now)
