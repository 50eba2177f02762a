"""What a lead decides on clips and captions that the rules left to them (T2, T4)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.models import Seat
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.services.superseding import release_pairs
from annotator.twins.answers import JudgementAnswer
from annotator.twins.tasks import TwinTask, task_of
from consensus.decisions.selectors.verdicts import current_verdicts, has_scored
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import RELATED, twins_for_lead
from consensus.twin_truths.services.checking import accept_whole
from consensus.twin_truths.services.judging import judgement_words, store_truths
from consensus.twin_truths.services.ordering import assigned_pairs, order_captions, writing_of
from consensus.twin_truths.services.returning import return_captions
from consensus.twins.judging import rule_of_lead
from consensus.twins.ledger_kinds import (
    TWIN_CAPTION_DECIDED,
    TWIN_CAPTION_SENT_BACK,
    TWIN_CAPTIONS_DROPPED,
    TWINS_DECIDED,
)
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision
from moments.models import Pair

LONGEST_REASON = 1000


class AlreadyDecided(BadInput):
    """The clip or caption is not waiting for a lead, maybe because somebody else has decided it."""


@transaction.atomic
def decide_twins(*, pair: Pair, judgement: JudgementAnswer, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead's judgement stands for a clip that waits for them; somebody then writes the captions that follow.

    Raises BadInput without a reason, if the clip does not wait, and for a lead who judged it.
    """
    pair = _waiting(pair, TwinTask.JUDGE, reason, actor)
    ruling = rule_of_lead(judgement)
    (verdict,) = store_truths([(_verdict(pair, VerdictKind.ADJUDICATED, reason, now, actor), ruling)])
    order_captions(campaign=pair.campaign, ruled=[(pair, ruling.outcome)], now=now)
    payload = {
        "attempt": pair.attempt,
        "outcome": ruling.outcome.value,
        "judgement": judgement_words(judgement),
        "reason": reason,
    }
    record_decision(campaign=pair.campaign, kind=TWINS_DECIDED, actor=actor, payload=payload, now=now, pair=pair)
    return verdict


@transaction.atomic
def accept_caption(*, pair: Pair, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead accepts a caption that waits for them, as it is; raises BadInput as `decide_twins` does."""
    pair = _waiting(pair, TwinTask.ASSIGN, reason, actor)
    verdict = _decided(pair, VerdictKind.ADJUDICATED, TWIN_CAPTION_DECIDED, reason, now, actor)
    accept_whole(campaign=pair.campaign, moments=[pair.moment_id], now=now)
    return verdict


@transaction.atomic
def send_caption_back(*, pair: Pair, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead has a caption that waits for them written once more; its writer reads the reason.

    Raises BadInput as `decide_twins` does.
    """
    pair = _waiting(pair, TwinTask.ASSIGN, reason, actor)
    last = Seat.objects.filter(LIVE_CAMPAIGN, pair=pair, attempt=pair.attempt).aggregate(last=Max("round"))["last"]
    verdict = _decided(pair, VerdictKind.RETURNED, TWIN_CAPTION_SENT_BACK, reason, now, actor, answered=last)
    return_captions(campaign=pair.campaign, returned={pair.moment_id: reason}, now=now, actor=actor)
    return verdict


@transaction.atomic
def drop_captions(*, pair: Pair, reason: str, now: datetime, actor: str) -> Verdict:
    """The lead gives up a clip whose caption waits for them: none of its captions counts, and nobody works on them.

    Raises BadInput as `decide_twins` does.
    """
    pair = _waiting(pair, TwinTask.ASSIGN, reason, actor)
    writing = writing_of(pair)
    concerned = [*assigned_pairs([writing]), writing]
    release_pairs(pairs=concerned)
    for one in _undecided(concerned):
        _decided(one, VerdictKind.WITHDRAWN, TWIN_CAPTIONS_DROPPED, reason, now, actor)
    return Verdict.objects.get(pair=pair, attempt=pair.attempt, superseded=False)


def _undecided(pairs: Iterable[Pair]) -> list[Pair]:
    found = list(pairs)
    decided = set(current_verdicts().filter(pair__in=[one.pk for one in found]).values_list("pair", flat=True))
    return [one for one in found if one.pk not in decided]


def _waiting(pair: Pair, task: TwinTask, reason: str, actor: str) -> Pair:
    """The pair as it is now, if it waits for the lead."""
    hold_campaign(pair.campaign)
    if not reason.strip():
        raise BadInput("give a reason", field="reason")
    if len(reason) > LONGEST_REASON:
        raise BadInput(f"expected at most {LONGEST_REASON} characters", field="reason")
    if task_of(pair.query.query_id) is not task:
        raise BadInput(f"pair {pair.number} is not a pair of the task {task.value}")
    found = twins_for_lead(pair.campaign).filter(pk=pair.pk).select_related("campaign", *RELATED).first()
    if found is None:
        raise AlreadyDecided(_what_happened(pair))
    if has_scored(pair, actor) or (task is TwinTask.ASSIGN and has_scored(writing_of(found), actor)):
        raise BadInput("the clip needs another lead, because you judged, described or checked it yourself")
    return found


def _what_happened(pair: Pair) -> str:
    """What became of the pair, for a lead who came second."""
    verdict = current_verdicts().filter(pair=pair).first()
    if verdict is None:
        return f"pair {pair.number} is not waiting for a lead"
    by = "the rules" if verdict.actor == "rule" else verdict.actor
    return f"pair {pair.number} is no longer waiting for a lead: {verdict.kind}, by {by}"


def _decided(
    pair: Pair,
    ended: VerdictKind,
    kind: LedgerKind,
    reason: str,
    now: datetime,
    actor: str,
    *,
    answered: int | None = None,
) -> Verdict:
    verdict = _verdict(pair, ended, reason, now, actor, answered=answered)
    verdict.save(force_insert=True)
    payload = {"attempt": pair.attempt, "reason": reason}
    record_decision(campaign=pair.campaign, kind=kind, actor=actor, payload=payload, now=now, pair=pair)
    return verdict


def _verdict(
    pair: Pair, kind: VerdictKind, reason: str, now: datetime, actor: str, *, answered: int | None = None
) -> Verdict:
    assert pair.batch is not None
    return Verdict(
        pair=pair,
        attempt=pair.attempt,
        kind=kind,
        round=answered,
        protocol=pair.batch.protocol,
        actor=actor,
        reason=reason,
        decided_at=now,
    )
