"""Stores what the rules say of an archive's pairs, and how its batches went on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from consensus.decisions.ledger_kinds import BATCH_DECIDED, PAIR_VERDICT
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.rules.extension import Suggestion, suggest_extension
from consensus.rules.ruling import ROUND_SIZE, Ruling
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Batch, Campaign, Pair, ProtocolVersion

ACTOR = "archive"
NOTE = "as in the files"
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class RuledPair:
    """A pair with its query's number, its scores (worker, relevance) in file order and the ruling, if there is one."""

    pair: Pair
    query_id: int
    scores: Sequence[tuple[str, int]]
    ruling: Ruling | None


def add_decisions(
    *,
    campaign: Campaign,
    protocol: ProtocolVersion,
    batches: Mapping[tuple[int, int], Batch],
    pairs: Sequence[RuledPair],
    now: datetime,
) -> None:
    """Verdicts of the pairs, by rank, and reviews of the batches (by query number and their own), with the ledger's
    entries; within the caller's transaction.
    """
    decided = [(one, one.ruling) for one in pairs if one.ruling is not None]
    verdicts = [_verdict(one, ruling, protocol, now) for one, ruling in decided]
    Verdict.objects.bulk_create(verdicts, batch_size=CHUNK)
    records = [_verdict_record(one, ruling, protocol) for one, ruling in decided]
    records += _add_reviews(campaign, protocol, batches, pairs, now)
    record_decisions(campaign=campaign, records=records, now=now)


def _verdict(one: RuledPair, ruling: Ruling, protocol: ProtocolVersion, now: datetime) -> Verdict:
    """Two scores that disagree and no further ones are as good as a second round that failed."""
    in_first = len(one.scores) == ROUND_SIZE and ruling.relevance is not None
    return Verdict(
        pair=one.pair,
        attempt=one.pair.attempt,
        kind=VerdictKind(ruling.outcome.value),
        relevance=ruling.relevance,
        round=1 if in_first else 2,
        protocol=protocol,
        actor="rule",
        decided_at=now,
    )


def _verdict_record(one: RuledPair, ruling: Ruling, protocol: ProtocolVersion) -> Record:
    payload = {
        "attempt": one.pair.attempt,
        "outcome": ruling.outcome.value,
        "relevance": ruling.relevance,
        "rule": "R3" if len(one.scores) == ROUND_SIZE else "R5",
        "protocol": protocol.version,
        "tolerance": protocol.tolerance,
        "scores": [[place // ROUND_SIZE + 1, worker, grade] for place, (worker, grade) in enumerate(one.scores)],
        "kept": list(ruling.kept),
    }
    return Record(PAIR_VERDICT, "rule", payload, one.query_id, one.pair.number)


def _add_reviews(
    campaign: Campaign,
    protocol: ProtocolVersion,
    batches: Mapping[tuple[int, int], Batch],
    pairs: Sequence[RuledPair],
    now: datetime,
) -> list[Record]:
    """A review of every batch whose pairs are all decided: extended where the files hold another, else closed."""
    rulings: dict[int | None, list[Ruling | None]] = defaultdict(list)
    for one in pairs:
        rulings[one.pair.batch_id].append(one.ruling)
    reviews, records = [], []
    for (query, number), batch in batches.items():
        found = rulings[batch.pk]
        if None in found:
            continue
        suggestion = suggest_extension([ruling.relevance for ruling in found if ruling], protocol=protocol.protocol)
        decision = Decision.EXTEND if (query, number + 1) in batches else Decision.CLOSE
        reviews.append(_review(campaign, batch, suggestion, decision, now))
        payload = {
            "batch": number,
            "decision": decision.value,
            "advice": suggestion.advice,
            "reason": suggestion.reason,
            "protocol": protocol.version,
            "note": NOTE,
        }
        records.append(Record(BATCH_DECIDED, ACTOR, payload, query))
    BatchReview.objects.bulk_create(reviews, batch_size=CHUNK)
    return records


def _review(campaign: Campaign, batch: Batch, suggestion: Suggestion, decision: Decision, now: datetime) -> BatchReview:
    return BatchReview(
        campaign=campaign,
        batch=batch,
        advice=suggestion.advice,
        value=suggestion.value,
        reason=suggestion.reason,
        suggested_at=now,
        decision=decision,
        actor=ACTOR,
        note=NOTE,
        decided_at=now,
    )
