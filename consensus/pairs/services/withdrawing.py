"""The lead's exits for pairs that cannot be scored: withdraw them, or put them back (R8, I5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.asking.services.states import reject_asks
from annotator.checks.services.golds import stop_gold
from annotator.exam.selectors.exams import live_items
from annotator.exam.services.exams import drop_item
from annotator.models import Gold, GuidelineExample, StudyPair
from annotator.problems.services.resolving import close_problems, return_pair
from annotator.seats.services.hidden_checks import release_checks_on
from annotator.seats.services.superseding import release_pairs
from annotator.studies.services import drop_from_studies
from consensus.decisions.ledger_kinds import PAIR_PUT_BACK, PAIR_WITHDRAWN
from consensus.decisions.selectors.verdicts import current_verdicts, verdict_of_pair
from consensus.models import Verdict, VerdictKind
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.database.each_row import ExistsEachRow
from moments.ledger.chain import Record
from moments.ledger.services import record_decision, record_decisions
from moments.models import Campaign, Pair, Query

SHOWN_AS_EXAMPLE = "everyone has seen it as an example in the guideline"


@transaction.atomic
def withdraw_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> Verdict | None:
    """End the pair unjudged and release its seats; a pair of an exam is dropped from it, and gold is stopped, which is
    no verdict.

    Raises BadInput if the pair is decided, neither open nor in an exam, or the last of its exam.
    """
    if pair.batch is None:
        dropped = drop_pairs(pairs=[pair], actor=actor, reason=reason, now=now)
        if not dropped and not _drop_from_studies(pair, reason, now) and not _stop_gold(pair, actor, reason, now):
            raise BadInput(f"pair {pair.number} is not in an open batch")
        return None
    hold_campaign(pair.campaign)
    standing = current_verdicts().filter(pair=pair).first()
    if standing is not None:
        who = f"withdrawn by {standing.actor}" if standing.kind == VerdictKind.WITHDRAWN else standing.kind
        raise BadInput(f"pair {pair.number} is already decided: {who}")
    pair.refresh_from_db(fields=["attempt"])
    records = end_pairs(pairs=[pair], actor=actor, reason=reason, now=now)
    record_decisions(campaign=pair.campaign, records=records, now=now)
    return current_verdicts().get(pair=pair)


def _drop_from_studies(pair: Pair, reason: str, now: datetime) -> bool:
    """Stop showing a pair of a depth study; False if no study holds it."""
    if not StudyPair.objects.filter(pair=pair).exists():
        return False
    drop_from_studies(pair=pair)
    Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False)
    close_problems(pairs=[pair], now=now, resolution=f"dropped from the study: {reason}")
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

    In a campaign that marks, their questions are rejected.

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
def withdraw_examples(*, campaign: Campaign, now: datetime) -> int:
    """Withdraw the undecided pairs that are or were examples of the guideline, whom nobody may judge; how many."""
    examples = GuidelineExample.objects.filter(guideline__campaign=campaign).values("pair")
    hold_campaign(campaign)
    undecided = campaign.pairs.filter(~ExistsEachRow(verdict_of_pair()), pk__in=examples, batch__isnull=False)
    pairs = list(undecided.select_related("campaign", "query", "batch__protocol").order_by("number"))
    records = end_pairs(pairs=pairs, actor="rule", reason=SHOWN_AS_EXAMPLE, now=now)
    record_decisions(campaign=campaign, records=records, now=now)
    return len(pairs)


@transaction.atomic
def put_back_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> None:
    """Show a parked pair again; raises BadInput if it is not parked."""
    if not return_pair(pair=pair, now=now, resolution=f"put back: {reason}"):
        raise BadInput(f"pair {pair.number} is not on hold{_last_resolution(pair)}")
    payload = {"reason": reason}
    record_decision(campaign=pair.campaign, kind=PAIR_PUT_BACK, actor=actor, payload=payload, now=now, pair=pair)


@transaction.atomic
def withdraw_parked(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Withdraw every parked pair of the query, all or none; how many there were.

    A pair that is decided or that nobody scores was parked for a hidden check; nobody is asked about it again.
    """
    pairs = _parked(query)
    decided = {verdict.pair_id for verdict in current_verdicts().filter(pair__in=pairs)}
    for pair in pairs:
        if pair.pk not in decided and _is_asked(pair):
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


def _is_asked(pair: Pair) -> bool:
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


def _last_resolution(pair: Pair) -> str:
    """What became of the pair's reports, for a lead who came second."""
    last = pair.problems.filter(resolved_at__isnull=False).order_by("-resolved_at", "-pk").first()
    return f"; its last report is resolved: {last.resolution}" if last else ""


def _parked(query: Query) -> list[Pair]:
    """The query's parked pairs: those that people score, and those of hidden checks and studies that wait with them."""
    parked = query.pairs.filter(parked=True)
    return list(parked.select_related("campaign", "query", "batch__protocol").order_by("rank"))
