"""The lead's exits for a pair that cannot be scored: withdraw it, or put it back (R8, I5)."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from annotator.services.reporting import return_pair
from annotator.services.seating import release_pair
from consensus.models import Verdict, VerdictKind
from moments.chain import Record
from moments.errors import BadInput
from moments.models import Pair
from moments.services.campaigns import hold_campaign
from moments.services.ledger import record_decisions


def withdraw_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> Verdict:
    """End the pair unjudged and release its seats; raises BadInput where it is decided or not open."""
    if pair.batch is None:
        raise BadInput(f"pair {pair.number} is in no open batch")
    try:
        with transaction.atomic():
            hold_campaign(pair.campaign)
            verdict = Verdict.objects.create(
                pair=pair,
                attempt=pair.attempt,
                kind=VerdictKind.WITHDRAWN,
                protocol=pair.batch.protocol,
                actor=actor,
                reason=reason,
                decided_at=now,
            )
            released = release_pair(pair=pair)
            return_pair(pair=pair, now=now, resolution=f"withdrawn: {reason}")
            payload = {"attempt": pair.attempt, "reason": reason, "released": released}
            record = Record("pair_withdrawn", actor, payload, pair.query.query_id, pair.number)
            record_decisions(campaign=pair.campaign, records=[record], now=now)
    except IntegrityError as error:
        raise BadInput(f"pair {pair.number} is decided already") from error
    return verdict


@transaction.atomic
def put_back_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> None:
    """Show a parked pair again; raises BadInput where it is not parked."""
    if not return_pair(pair=pair, now=now, resolution=f"put back: {reason}"):
        raise BadInput(f"pair {pair.number} is not parked")
    record = Record("pair_put_back", actor, {"reason": reason}, pair.query.query_id, pair.number)
    record_decisions(campaign=pair.campaign, records=[record], now=now)
