"""Rules on judgements of a clip and its reverse (T2), and asks for the captions that follow (T3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.seats.services.seating import add_third_seats, mark_settled
from annotator.twins.answers import JudgementAnswer
from consensus.models import TwinOutcome, TwinTruth, Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import GivenAnswer, given_answers, judged_pairs
from consensus.twin_truths.services.ordering import order_captions
from consensus.twins.judging import JudgementOutcome, JudgementRuling, rule_on_judgements
from consensus.twins.ledger_kinds import TWINS_ASKED, TWINS_FOR_LEAD, TWINS_JUDGED
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair

KINDS = {JudgementOutcome.THIRD: TWINS_ASKED, JudgementOutcome.LEAD: TWINS_FOR_LEAD}
UNDECIDED = tuple(KINDS)


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A pair with its judgements and what the rules say of them."""

    pair: Pair
    given: Sequence[GivenAnswer]
    ruling: JudgementRuling


@transaction.atomic
def rule_on_judged(campaign: Campaign, now: datetime, *, most: int) -> list[JudgementOutcome]:
    """Rule on up to `most` clips; the outcome of each. A second call finds only what is new."""
    hold_campaign(campaign)
    pairs = judged_pairs(campaign, most=most)
    if not pairs:
        return []
    given = given_answers(pairs)
    ruled = [
        JudgedPair(pair, given[pair.pk], rule_on_judgements([one.judgement for one in given[pair.pk]]))
        for pair in pairs
    ]
    mark_settled(seats=[one.seat for judged in ruled for one in judged.given])
    decided = [judged for judged in ruled if judged.ruling.outcome not in UNDECIDED]
    store_truths([(_verdict(judged, now), judged.ruling) for judged in decided])
    add_third_seats(pairs=[judged.pair for judged in ruled if judged.ruling.outcome is JudgementOutcome.THIRD])
    order_captions(campaign=campaign, ruled=[(judged.pair, judged.ruling.outcome) for judged in decided], now=now)
    record_decisions(campaign=campaign, records=[_record(judged) for judged in ruled], now=now)
    return [judged.ruling.outcome for judged in ruled]


def store_truths(decided: Sequence[tuple[Verdict, JudgementRuling]]) -> list[Verdict]:
    """Store the verdicts on judgements with what holds of their clips."""
    verdicts = Verdict.objects.bulk_create(verdict for verdict, _ in decided)
    TwinTruth.objects.bulk_create(
        _truth(verdict, ruling) for verdict, (_, ruling) in zip(verdicts, decided, strict=True)
    )
    return verdicts


def _truth(verdict: Verdict, ruling: JudgementRuling) -> TwinTruth:
    stands = ruling.stands
    assert stands is not None
    return TwinTruth(
        verdict=verdict,
        outcome=TwinOutcome(ruling.outcome.value),
        temporal=stands.temporal,
        criterion=stands.criterion or "",
        unreal=stands.unreal or "",
    )


def _verdict(judged: JudgedPair, now: datetime) -> Verdict:
    assert judged.pair.batch is not None
    return Verdict(
        pair=judged.pair,
        attempt=judged.pair.attempt,
        kind=VerdictKind.AGREED,
        round=max(one.round for one in judged.given),
        protocol=judged.pair.batch.protocol,
        actor="rule",
        reason=judged.ruling.reason or "",
        decided_at=now,
    )


def judgement_words(answer: JudgementAnswer) -> str:
    """A judgement in words, by direction: for the ledger and for leads."""
    if answer.unreal is None:
        return "time does not matter"
    return f"{answer.criterion}, unreal: {answer.unreal}"


def _record(judged: JudgedPair) -> Record:
    pair = judged.pair
    assert pair.batch is not None
    payload = {
        "attempt": pair.attempt,
        "outcome": judged.ruling.outcome.value,
        "reason": judged.ruling.reason,
        "protocol": pair.batch.protocol.version,
        "judgements": [[one.worker, judgement_words(one.judgement)] for one in judged.given],
    }
    kind = KINDS.get(judged.ruling.outcome, TWINS_JUDGED)
    return Record(kind, "rule", payload, pair.query.query_id, pair.number)
