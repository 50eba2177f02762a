"""What a lead decides on a question that the rules left to them (M3, M4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.asking.services.states import accept_asks, reject_asks, return_ask
from annotator.marking.reading import SegmentsError, read_segments
from annotator.marking.segments import Segment, joined
from annotator.models import Ask, Seat
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.decisions.selectors.verdicts import current_verdicts, has_scored
from consensus.marking.ledger_kinds import QUESTION_DECIDED, QUESTION_REJECTED, QUESTION_SENT_BACK
from consensus.marking.returning import MOST_RETURNS
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.truths.selectors.complete import questions_for_lead
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Pair, ProtocolVersion


class AlreadyDecided(BadInput):
    """The question is not waiting for a lead, maybe because somebody else has decided it."""


@transaction.atomic
def decide_question(*, pair: Pair, segments: object, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead's segments are the truth of a question that waits for them, for that reason.

    Raises BadInput unless the question waits for the lead, for a lead who wrote or marked it, and for segments that are
    none or that M1 refuses.
    """
    version = _waiting(pair, reason, actor)
    truth = joined(_read(segments, pair, version), gap_ms=version.marking.protocol.gap_ms)
    verdict = _verdict(pair, VerdictKind.ADJUDICATED, version, reason, now, actor)
    TruthSegment.objects.bulk_create(
        TruthSegment(verdict=verdict, start_ms=one.start_ms, end_ms=one.end_ms) for one in truth
    )
    accept_asks(pairs=[pair.pk], now=now)
    payload = {"attempt": pair.attempt, "truth": [[one.start_ms, one.end_ms] for one in truth], "reason": reason}
    record_decision(campaign=pair.campaign, kind=QUESTION_DECIDED, actor=actor, payload=payload, now=now, pair=pair)
    return verdict


@transaction.atomic
def reject_question(*, pair: Pair, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead takes a question that waits for them out of the benchmark; raises BadInput if it does not wait."""
    version = _waiting(pair, reason, actor)
    verdict = _verdict(pair, VerdictKind.WITHDRAWN, version, reason, now, actor)
    reject_asks(pairs=[pair.pk], reason=reason, now=now)
    payload = {"attempt": pair.attempt, "reason": reason}
    record_decision(campaign=pair.campaign, kind=QUESTION_REJECTED, actor=actor, payload=payload, now=now, pair=pair)
    return verdict


@transaction.atomic
def return_question(*, pair: Pair, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead sends a question that waits for them back to its author, who writes its next version.

    Raises BadInput if it does not wait, or was returned as often as a question may be (M4).
    """
    version = _waiting(pair, reason, actor)
    if Ask.objects.filter(pair=pair, returns__gte=MOST_RETURNS).exists():
        raise BadInput(f"the question was already returned {MOST_RETURNS} times; set its answer or reject it")
    answered = Seat.objects.filter(LIVE_CAMPAIGN, pair=pair, attempt=pair.attempt).aggregate(last=Max("round"))["last"]
    verdict = _verdict(pair, VerdictKind.RETURNED, version, reason, now, actor, round=answered)
    return_ask(pair=pair.pk, reason=reason, now=now)
    payload = {"attempt": pair.attempt, "reason": reason}
    record_decision(campaign=pair.campaign, kind=QUESTION_SENT_BACK, actor=actor, payload=payload, now=now, pair=pair)
    return verdict


def _waiting(pair: Pair, reason: str, actor: str) -> ProtocolVersion:
    hold_campaign(pair.campaign)
    if not reason.strip():
        raise BadInput("give a reason", field="reason")
    if not questions_for_lead(pair.campaign).filter(pk=pair.pk).exists():
        raise AlreadyDecided(_what_happened(pair))
    if has_scored(pair, actor):
        raise BadInput("the question needs another lead, because you wrote or marked it yourself")
    assert pair.batch is not None
    return pair.batch.protocol


def _what_happened(pair: Pair) -> str:
    """What became of the question, for a lead who came second."""
    verdict = current_verdicts().filter(pair=pair).first()
    if verdict is None:
        return "the question is not waiting for a lead"
    by = "the rules" if verdict.actor == "rule" else verdict.actor
    return f"the question is no longer waiting for a lead: {verdict.get_kind_display()}, {by}"


def _read(raw: object, pair: Pair, version: ProtocolVersion) -> Sequence[Segment]:
    try:
        segments = read_segments(raw, duration_ms=pair.moment.end_ms, protocol=version.marking.protocol)
    except SegmentsError as error:
        raise BadInput(str(error), field="segments") from error
    if not segments:
        raise BadInput("mark at least one segment, or reject the question", field="segments")
    return segments


def _verdict(
    pair: Pair,
    kind: VerdictKind,
    version: ProtocolVersion,
    reason: str,
    now: datetime,
    actor: str,
    **fields: int | None,
) -> Verdict:
    return Verdict.objects.create(
        pair=pair,
        attempt=pair.attempt,
        kind=kind,
        protocol=version,
        actor=actor,
        reason=reason,
        decided_at=now,
        **fields,
    )
