"""The lead's exits for pairs that cannot be scored: withdraw them, or put them back (R8, I5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.asking.services.states import reject_asks
from annotator.checks.services.golds import stop_gold
from annotator.exam.selectors.exams import live_items
from annotator.exam.services.exams import drop_item
from annotator.models import Gold, PilotPair, ProblemKind, StudyPair
from annotator.pilots.services import drop_from_pilots
from annotator.problems.services.resolving import close_problems, return_pair
from annotator.seats.services.hidden_checks import release_checks_on
from annotator.seats.services.superseding import release_pairs
from annotator.studies.services import drop_from_studies
from consensus.decisions.ledger_kinds import PAIR_PUT_BACK, PAIR_WITHDRAWN
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.pairs.selectors.refusals import refused_withdrawals, reread_attempts
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decision, record_decisions
from moments.models import Campaign, Pair, Query


@transaction.atomic
def withdraw_pair(*, pair: Pair, actor: str, reason: str, now: datetime, reported: bool = False) -> Verdict | None:
    """End the pair unjudged and release its seats; a pair of an exam is dropped from it, and gold is stopped, which is
    no verdict.

    Raises BadInput if the pair is decided, neither open nor in an exam, or the last of its exam; where it is to be a
    `reported` one, also if it no longer waits for a lead.
    """
    hold_campaign(pair.campaign)
    if reported:
        require_waiting(pair)
    if pair.batch is None:
        dropped = drop_pairs(pairs=[pair], actor=actor, reason=reason, now=now)
        if not dropped and not _drop_from_studies(pair, reason, now) and not _stop_gold(pair, actor, reason, now):
            raise BadInput(f"pair {pair.number} is not in an open batch")
        return None
    withdraw_pairs(campaign=pair.campaign, pairs=[pair], actor=actor, reason=reason, now=now)
    return current_verdicts().get(pair=pair)


@transaction.atomic
def withdraw_pairs(*, campaign: Campaign, pairs: Sequence[Pair], actor: str, reason: str, now: datetime) -> None:
    """End the campaign's pairs unjudged, all or none, as `withdraw_pair` ends one of an open batch."""
    hold_campaign(campaign)
    reread_attempts(pairs)
    refused = refused_withdrawals(pairs)
    for pair in pairs:
        if pair.pk in refused:
            raise BadInput(refused[pair.pk])
    records = end_pairs(pairs=pairs, actor=actor, reason=reason, now=now)
    record_decisions(campaign=campaign, records=records, now=now)


def _drop_from_studies(pair: Pair, reason: str, now: datetime) -> bool:
    """Stop showing a pair of a depth study or a pilot; False if none holds it."""
    if not StudyPair.objects.filter(pair=pair).exists() and not PilotPair.objects.filter(pair=pair).exists():
        return False
    drop_from_studies(pair=pair)
    drop_from_pilots(pair=pair)
    Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False)
    close_problems(pairs=[pair], now=now, resolution=f"dropped from the study or pilot: {reason}")
    return True


def _stop_gold(pair: Pair, actor: str, reason: str, now: datetime) -> bool:
    """Stop showing a gold pair; False if it is not gold."""
    gold = Gold.objects.select_related("campaign", "pair__campaign", "pair__query").filter(pair=pair).first()
    if gold is None:
        return False
    stop_gold(gold=gold, now=now, actor=actor)
    Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False)
    close_problems(pairs=[pair], now=now, resolution=f"no longer gold: {reason}")
    return True


@transaction.atomic
def drop_pairs(*, pairs: Sequence[Pair], actor: str, reason: str, now: datetime) -> int:
    """Drop the pairs from the exams that hold them, and close their reports; from how many exams.

    Raises BadInput for the last pair of an exam.
    """
    items = live_items(pairs)
    for item in items:
        drop_item(item=item, actor=actor, reason=reason, now=now)
    dropped = [item.pair for item in items]
    Pair.objects.filter(pk__in=[pair.pk for pair in dropped], parked=True).update(parked=False)
    close_problems(pairs=dropped, now=now, resolution=f"dropped from the exam: {reason}")
    return len(items)


def end_pairs(*, pairs: Sequence[Pair], actor: str, reason: str, now: datetime) -> list[Record]:
    """Make the withdrawn verdict on each pair's current attempt, release its seats, close its reports.

    In a marking campaign, their questions are rejected.

    The caller holds the campaign, knows that the pairs are in batches without a standing verdict, and puts
    the records into the ledger.
    """
    Verdict.objects.bulk_create(_withdrawn(pair, actor, reason, now) for pair in pairs)
    release_pairs(pairs=pairs)
    close_problems(pairs=pairs, now=now, resolution=f"withdrawn: {reason}")
    reject_asks(pairs=[pair.pk for pair in pairs], reason=reason, now=now)
    return [
        Record(PAIR_WITHDRAWN, actor, {"attempt": pair.attempt, "reason": reason}, pair.query.query_id, pair.number)
        for pair in pairs
    ]


@transaction.atomic
def put_back_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> None:
    """Show a parked pair again; raises BadInput if it is not parked."""
    hold_campaign(pair.campaign)
    held = Pair.objects.filter(pk=pair.pk, parked=True).exists()
    if not return_pair(pair=pair, now=now, resolution=f"put back: {reason}" if reason else "put back"):
        raise BadInput(f"pair {pair.number} is not on hold{_last_resolution(pair)}")
    payload = {"reason": reason, "held": held}
    record_decision(campaign=pair.campaign, kind=PAIR_PUT_BACK, actor=actor, payload=payload, now=now, pair=pair)


@transaction.atomic
def withdraw_parked(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Withdraw every parked pair of the query, all or none; how many there were.

    A pair that is decided or that nobody scores was parked for a hidden check; nobody is asked about it again.
    """
    pairs = _parked(query)
    decided = {verdict.pair_id for verdict in current_verdicts().filter(pair__in=pairs)}
    for pair in pairs:
        if pair.pk not in decided and is_asked(pair):
            withdraw_pair(pair=pair, actor=actor, reason=reason, now=now)
        else:
            release_checks_on(pair=pair)
            return_pair(pair=pair, now=now, resolution=f"withdrawn: {reason}")
    return len(pairs)


@transaction.atomic
def put_back_parked(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Show every parked pair of the query again; how many there were."""
    pairs = _parked(query)
    for pair in pairs:
        put_back_pair(pair=pair, actor=actor, reason=reason, now=now)
    return len(pairs)


def is_asked(pair: Pair) -> bool:
    """Whether somebody scores the pair: in a batch, an exam, a study, or as gold."""
    apart = (StudyPair.objects.filter(pair=pair), Gold.objects.filter(pair=pair))
    return pair.batch_id is not None or bool(live_items([pair])) or any(rows.exists() for rows in apart)


def _withdrawn(pair: Pair, actor: str, reason: str, now: datetime) -> Verdict:
    assert pair.batch is not None
    return Verdict(
        pair=pair,
        attempt=pair.attempt,
        kind=VerdictKind.WITHDRAWN,
        protocol=pair.batch.protocol,
        actor=actor,
        reason=reason,
        decided_at=now,
    )


def require_waiting(pair: Pair) -> None:
    """Raise BadInput unless the pair is on hold or has an open report, now that nobody else decides."""
    reports = pair.problems.filter(resolved_at=None).exclude(kind=ProblemKind.QUESTION)
    if not Pair.objects.filter(pk=pair.pk, parked=True).exists() and not reports.exists():
        raise BadInput(f"pair {pair.number} is no longer on hold{_last_resolution(pair)}")


def _last_resolution(pair: Pair) -> str:
    """What became of the pair's reports, for a lead who came second."""
    last = pair.problems.filter(resolved_at__isnull=False).order_by("-resolved_at", "-pk").first()
    return f"; its last report is resolved: {last.resolution}" if last else ""


def _parked(query: Query) -> list[Pair]:
    """The query's parked pairs: those that people score, and those of hidden checks and studies that wait with them."""
    parked = query.pairs.filter(parked=True)
    return list(parked.select_related("campaign", "query", "batch__protocol").order_by("rank"))
