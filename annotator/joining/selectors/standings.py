"""How far somebody was before they were suspended or withdrew their consent."""

from __future__ import annotations

import json

from annotator.exam.selectors.exams import standing_in_exam
from annotator.models import Membership, Standing
from annotator.people.ledger_kinds import PERSON_JOINED
from annotator.seats.ledger_kinds import PERSON_STANDING
from moments.models import LedgerEntry

AWAY = (Standing.SUSPENDED, Standing.INVITED)


def standing_to_return(member: Membership) -> Standing:
    """Where the person goes on: qualified if they were, else in the sitting they had begun, else in training.

    Only the ledger keeps what they were.
    """
    if _last_standing(member) == Standing.QUALIFIED:
        return Standing.QUALIFIED
    return standing_in_exam(member) or Standing.TRAINING


def _last_standing(member: Membership) -> str | None:
    entries = LedgerEntry.objects.filter(
        campaign=member.campaign_id,
        kind__in=(PERSON_JOINED.name, PERSON_STANDING.name),
        payload__contains=f'"person":"{member.pseudonym}"',
    ).order_by("-number")
    for payload in entries.values_list("payload", flat=True):
        standing = json.loads(payload)["standing"]
        if standing not in AWAY:
            return str(standing)
    return None
