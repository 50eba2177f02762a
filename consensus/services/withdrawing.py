"""The lead's exits for a pair that cannot be scored: withdraw it, or put it back (R8, I5)."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists

from annotator.services.reporting import return_pair
from annotator.services.seating import release_pair
from consensus.models import Verdict, VerdictKind
from consensus.selectors.settling import verdict_of_pair
from moments.chain import Record
from moments.errors import BadInput
from moments.models import Pair, Query
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


@transaction.atomic
def withdraw_parked(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Withdraw every parked pair of the query, all or none; how many there were."""
    pairs = _parked(query)
    for pair in pairs:
        withdraw_pair(pair=pair, actor=actor, reason=reason, now=now)
    return len(pairs)


@transaction.atomic
def put_back_parked(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Show every parked pair of the query again; how many there were."""
    pairs = _parked(query)
    for pair in pairs:
        put_back_pair(pair=pair, actor=actor, reason=reason, now=now)
    return len(pairs)


def _parked(query: Query) -> list[Pair]:
    """The query's parked pairs that are not decided."""
    verdict = verdict_of_pair()
    parked = query.pairs.filter(~Exists(verdict), parked=True, batch__isnull=False)
    return list(parked.select_related("campaign", "query", "batch__protocol").order_by("rank"))
