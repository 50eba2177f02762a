"""Takes back that a reported pair was put back: it is on hold again, with its reports."""

from __future__ import annotations

import json
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from annotator.models import Problem
from annotator.seats.services.superseding import hold_people
from consensus.decisions.ledger_kinds import PAIR_HELD, PAIR_PUT_BACK
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.pairs.selectors.by_leads import exit_of
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Pair


@transaction.atomic
def hold_pair_again(*, pair: Pair, actor: str, now: datetime, seen: int) -> None:
    """Undo the entry `seen` of the ledger, which put the pair back; scores given since then count.

    Raises BadInput if another decision came between, or if the pair that had waited for scores has a verdict now.
    """
    hold_campaign(pair.campaign)
    hold_people(pair.campaign)
    entry = exit_of(pair)
    if entry is None or (entry.kind, entry.number) != (PAIR_PUT_BACK.name, seen):
        raise BadInput(f"pair {pair.number} has been decided again in the meantime; look at it again")
    was_held = json.loads(entry.payload).get("held", True)
    if was_held and current_verdicts().filter(pair=pair).exists():
        raise BadInput(f"pair {pair.number} was scored and decided in the meantime, so it is not put on hold")
    _reopen_reports(pair, entry.at)
    if was_held:
        Pair.objects.filter(pk=pair.pk).update(parked=True)
    record_decision(campaign=pair.campaign, kind=PAIR_HELD, actor=actor, payload={}, now=now, pair=pair)


def _reopen_reports(pair: Pair, closed_at: datetime) -> None:
    """Open the reports that were closed then, except where the same person has reported the same again."""
    again = Problem.objects.filter(
        seat=OuterRef("seat"), annotator=OuterRef("annotator"), kind=OuterRef("kind"), resolved_at=None
    )
    closed = Problem.objects.filter(pair=pair, resolved_at=closed_at, reported_at__lte=F("resolved_at"))
    closed.filter(~Exists(again)).update(resolved_at=None, resolution="")
