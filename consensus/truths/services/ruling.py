"""Rules on questions whose markings are complete, in marking campaigns (M2, M3, M4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.services.states import accept_asks, mark_checked, return_ask
from annotator.marking.answers import answer_body
from annotator.marking.segments import Segment
from annotator.models import AskedPiece
from annotator.seats.services.seating import add_third_seats, mark_settled
from consensus.marking.ledger_kinds import QUESTION_ASKED, QUESTION_FOR_LEAD, QUESTION_RETURNED, QUESTION_SETTLED
from consensus.marking.ruling import MarkingOutcome
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.questions import QuestionRuling, rule_on_question
from consensus.truths.selectors.complete import (
    AUTHOR,
    MARKER,
    THIRD,
    GivenAnswer,
    complete_questions,
    given_answers,
    role_of,
)
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair

KINDS = {
    MarkingOutcome.SETTLED: QUESTION_SETTLED,
    MarkingOutcome.OPEN: QUESTION_ASKED,
    MarkingOutcome.RETURNED: QUESTION_RETURNED,
    MarkingOutcome.LEAD: QUESTION_FOR_LEAD,
}


@dataclass(frozen=True, slots=True)
class RuledQuestion:
    """A question with its answers and what the rules say of them."""

    pair: Pair
    given: Mapping[tuple[int, int], GivenAnswer]
    ruling: QuestionRuling


@transaction.atomic
def rule_on_questions(campaign: Campaign, now: datetime, *, most: int) -> list[MarkingOutcome]:
    """Rule on up to `most` questions; the outcome of each. A second call finds only what is new."""
    hold_campaign(campaign)
    pairs = complete_questions(campaign, most=most)
    if not pairs:
        return []
    given = given_answers(pairs)
    ruled = [RuledQuestion(pair, given[pair.pk], _ruling(pair, given[pair.pk])) for pair in pairs]
    mark_settled(seats=[answer.seat for one in ruled for answer in one.given.values()])
    _settle(_with(ruled, MarkingOutcome.SETTLED), now)
    _ask_third(_with(ruled, MarkingOutcome.OPEN))
    _return(_with(ruled, MarkingOutcome.RETURNED), now)
    mark_checked(pairs=[one.pair.pk for one in _with(ruled, MarkingOutcome.OPEN, MarkingOutcome.LEAD)], now=now)
    record_decisions(campaign=campaign, records=[_record(one) for one in ruled], now=now)
    return [one.ruling.outcome for one in ruled]


def _ruling(pair: Pair, given: Mapping[tuple[int, int], GivenAnswer]) -> QuestionRuling:
    assert pair.batch is not None  # a question has seats only in a batch
    third = given.get(THIRD)
    return rule_on_question(
        given[AUTHOR].answer,
        given[MARKER].answer,
        None if third is None else third.answer,
        times_returned=pair.ask.returns,
        protocol=pair.batch.protocol.marking.protocol,
    )


def _with(ruled: Sequence[RuledQuestion], *outcomes: MarkingOutcome) -> list[RuledQuestion]:
    return [one for one in ruled if one.ruling.outcome in outcomes]


def _settle(settled: Sequence[RuledQuestion], now: datetime) -> None:
    verdicts = Verdict.objects.bulk_create(_verdict(one, VerdictKind.AGREED, now) for one in settled)
    TruthSegment.objects.bulk_create(
        TruthSegment(verdict=verdict, start_ms=segment.start_ms, end_ms=segment.end_ms)
        for verdict, one in zip(verdicts, settled, strict=True)
        for segment in one.ruling.truth
    )
    accept_asks(pairs=[one.pair.pk for one in settled], now=now)


def _ask_third(opened: Sequence[RuledQuestion]) -> None:
    AskedPiece.objects.bulk_create(
        AskedPiece(
            pair=one.pair,
            attempt=one.pair.attempt,
            start_ms=piece.span.start_ms,
            end_ms=piece.span.end_ms,
            asks=piece.kind.value,
        )
        for one in opened
        for piece in one.ruling.pieces
    )
    add_third_seats(pairs=[one.pair for one in opened])


def _return(returned: Sequence[RuledQuestion], now: datetime) -> None:
    Verdict.objects.bulk_create(_verdict(one, VerdictKind.RETURNED, now) for one in returned)
    for one in returned:
        notes = "; ".join(one.given[place].answer.note for place in (AUTHOR, MARKER) if one.given[place].answer.note)
        reason = ", ".join(one.ruling.reasons) + (f": {notes}" if notes else "")
        return_ask(pair=one.pair.pk, reason=reason, now=now)


def _verdict(one: RuledQuestion, kind: VerdictKind, now: datetime) -> Verdict:
    assert one.pair.batch is not None
    return Verdict(
        pair=one.pair,
        attempt=one.pair.attempt,
        kind=kind,
        round=2 if THIRD in one.given else 1,
        protocol=one.pair.batch.protocol,
        actor="rule",
        decided_at=now,
    )


def _record(one: RuledQuestion) -> Record:
    assert one.pair.batch is not None
    payload = {
        "attempt": one.pair.attempt,
        "outcome": one.ruling.outcome.value,
        "rule": "M3" if THIRD in one.given else "M2",
        "truth": [_body(segment) for segment in one.ruling.truth],
        "pieces": [_body(piece.span) for piece in one.ruling.pieces],
        "reasons": list(one.ruling.reasons),
        "protocol": one.pair.batch.protocol.version,
        "answers": [
            [role_of(place, given), given.worker, answer_body(given.answer)]
            for place, given in sorted(one.given.items())
        ],
    }
    kind = KINDS[one.ruling.outcome]
    return Record(kind, "rule", payload, one.pair.query.query_id, one.pair.number)


def _body(segment: Segment) -> list[int]:
    return [segment.start_ms, segment.end_ms]
