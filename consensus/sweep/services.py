"""The sweep: finalises scores, rules on complete rounds, reviews decided batches, fills queues.

Every step reads what is stored and may be lost, repeated or late without harm; what a step decides
is committed whole with its ledger entries.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from annotator.asking.services.finishing import finish_silent
from annotator.exam.services.sittings import advance_sittings
from annotator.pay.services.rates import mirror_rate
from annotator.people.services.lockouts import forget_old_failures
from annotator.scoring.services.finalising import finalise_scores
from annotator.seats.services.parting import part_campaign
from annotator.seats.services.queue import fill_queues
from annotator.seats.services.seating import add_second_round, mark_settled
from consensus.decisions.ledger_kinds import PAIR_ESCALATED, PAIR_VERDICT
from consensus.decisions.selectors.verdicts import FinalScore, complete_pairs, final_scores
from consensus.derived.services.deciding import reject_outdated
from consensus.marking.ruling import MarkingOutcome
from consensus.models import Verdict, VerdictKind
from consensus.pairs.services.recutting import return_recut_pairs
from consensus.pairs.services.unwanted import withdraw_unwanted
from consensus.people.services.warning import warn_about_people
from consensus.review.services.reviewing import review_batches
from consensus.rules.ruling import Outcome, Ruling, rule_on
from consensus.truths.services.ruling import rule_on_questions
from consensus.twin_truths.services.ruling import rule_on_twins
from consensus.twins.checking import CaptionStep
from consensus.twins.judging import JudgementOutcome
from moments.campaign.services import hold_campaign
from moments.jobs.services.steps import Steps, plainly
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, CampaignKind, CampaignStatus, Pair

SWEEP = "settle campaigns"
AGREED = (
    *(Outcome.AGREED, MarkingOutcome.SETTLED),
    *(JudgementOutcome.TWINS, JudgementOutcome.SINGLE, JudgementOutcome.DROPPED, CaptionStep.ACCEPTED),
)
ESCALATED = (Outcome.ESCALATED, MarkingOutcome.OPEN, JudgementOutcome.THIRD)
DISCARDED = (Outcome.DISCARDED, MarkingOutcome.RETURNED)  # the steps of captions have the same names
PAIRS_AT_ONCE = 500
logger = logging.getLogger("reelevance.sweep")


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did; a question or caption that is returned counts as discarded."""

    finalised: int = 0
    agreed: int = 0
    escalated: int = 0
    discarded: int = 0
    reviewed: int = 0
    reserved: int = 0
    returned: int = 0
    advanced: int = 0
    for_lead: int = 0


class SweepStep(StrEnum):
    """The steps of a sweep, in their order, as *Operation* names them."""

    LOCKOUTS = "forget wrong passwords"
    SHARES = "free open seats"
    FINALISE = "make scores final"
    SITTINGS = "move sittings on"
    WRITINGS = "finish silent writings"
    RULE = "rule on pairs"
    DERIVED = "reject outdated captions and windows"
    EXAMPLES = "withdraw examples"
    REVIEW = "review batches"
    RECUT = "return recut pairs"
    QUEUES = "fill queues"
    RATE = "set today's rate"
    WARN = "warn about people"


def settle_campaigns(*, now: datetime, steps: Steps | None = None) -> dict[str, Swept]:
    """One sweep over every campaign that was opened; by slug. Of those in draft only the exams are swept.

    A step that fails is marked and tried again later; the campaign's other steps and all other campaigns go on.
    Campaigns that wait longest come first, so that a sweep that was cut off is taken up where it ended.
    """
    steps = steps or Steps(*SweepStep, now=now)
    steps.attempt(SweepStep.LOCKOUTS, lambda: forget_old_failures(now=now))
    swept: dict[str, Swept] = {}
    for campaign in Campaign.objects.order_by(F("swept_at").asc(nulls_first=True), "pk"):
        if campaign.status == CampaignStatus.DRAFT:
            sweep_exam(campaign=campaign, now=now, steps=steps)
        elif campaign.status != CampaignStatus.ARCHIVE:
            swept[campaign.slug] = _sweep(campaign, now, steps)
    steps.clear_gone()
    return swept


def _sweep(campaign: Campaign, now: datetime, steps: Steps) -> Swept:
    """All steps of a campaign; those that are not for every sweep are tried again by the next where they failed."""
    if steps.is_failing(SweepStep.SHARES, campaign) or _is_first_of_hour(campaign.swept_at, now):
        parted = steps.attempt(SweepStep.SHARES, partial(part_campaign, campaign), campaign=campaign)
        if parted:
            logger.warning("%s: %s open seats were moved out of a share that nobody could take", campaign.slug, parted)
    swept = settle_campaign(campaign=campaign, now=now, steps=steps)
    steps.attempt(SweepStep.RATE, partial(mirror_rate, campaign=campaign, now=now), campaign=campaign)
    look = partial(warn_about_people, campaign=campaign, now=now, at_once=steps.is_failing(SweepStep.WARN, campaign))
    steps.attempt(SweepStep.WARN, look, campaign=campaign)
    return swept


def _is_first_of_hour(before: datetime | None, now: datetime) -> bool:
    """Whether no sweep was made in this hour yet."""
    return before is None or before.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1) <= now


def settle_campaign(*, campaign: Campaign, now: datetime, with_clips: bool = True, steps: Steps | None = None) -> Swept:
    """One sweep over one campaign; repeating it at once finds nothing more to do.

    Without `steps` the first step that fails raises, and ends the sweep.
    """
    attempt = partial(steps.attempt if steps else plainly, campaign=campaign)
    asked: dict[str, Any] = {"campaign": campaign, "now": now}
    grades, marks = campaign.is_graded, campaign.is_marked  # R7 looks at batches of one query
    finalised = attempt(SweepStep.FINALISE, partial(_finalise, campaign, now))
    advanced = attempt(SweepStep.SITTINGS, partial(advance_sittings, **asked))
    if marks:
        attempt(SweepStep.WRITINGS, partial(finish_silent, **asked))
    outcomes = attempt(SweepStep.RULE, partial(_rule_on_all, campaign, now)) or Counter()
    if marks:
        attempt(SweepStep.DERIVED, partial(reject_outdated, **asked))
    attempt(SweepStep.EXAMPLES, partial(withdraw_unwanted, **asked))
    reviewed = attempt(SweepStep.REVIEW, partial(review_batches, **asked)) if grades else 0
    returned = attempt(SweepStep.RECUT, partial(return_recut_pairs, **asked))
    reserved = attempt(SweepStep.QUEUES, partial(fill_queues, with_clips=with_clips, **asked))
    return Swept(
        finalised or 0,
        sum(outcomes[one] for one in AGREED),
        sum(outcomes[one] for one in ESCALATED),
        sum(outcomes[one] for one in DISCARDED),
        reviewed or 0,
        reserved or 0,
        returned or 0,
        advanced or 0,
        outcomes[MarkingOutcome.LEAD],
    )


def sweep_exam(*, campaign: Campaign, now: datetime, steps: Steps | None = None) -> int:
    """Finalise scores and move sittings on, which people may begin before the campaign opens; how many moved."""
    attempt = partial(steps.attempt if steps else plainly, campaign=campaign)
    attempt(SweepStep.FINALISE, partial(transaction.atomic(finalise_scores), campaign=campaign, now=now))
    return attempt(SweepStep.SITTINGS, partial(advance_sittings, campaign=campaign, now=now)) or 0


def _finalise(campaign: Campaign, now: datetime) -> int:
    with transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(swept_at=now)
        return finalise_scores(campaign=campaign, now=now)


def _rule_on_all(campaign: Campaign, now: datetime) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    while ruled := RULES[CampaignKind(campaign.kind)](campaign, now, most=PAIRS_AT_ONCE):
        outcomes.update(ruled)
    return outcomes


@transaction.atomic
def _rule_on_pairs(campaign: Campaign, now: datetime, *, most: int) -> list[Outcome]:
    """Rule on up to `most` pairs (R3, R5)."""
    hold_campaign(campaign)
    pairs = complete_pairs(campaign, most=most)
    if not pairs:
        return []
    scores = final_scores(pairs)
    rulings = [(pair, _ruling(pair, scores[pair.pk])) for pair in pairs]
    verdicts = [
        _verdict(pair, ruling, scores[pair.pk], now) for pair, ruling in rulings if ruling.outcome != Outcome.ESCALATED
    ]
    Verdict.objects.bulk_create(verdicts)
    add_second_round(pairs=[pair for pair, ruling in rulings if ruling.outcome == Outcome.ESCALATED])
    mark_settled(seats=[score.seat for pair in pairs for score in scores[pair.pk]])
    records = [_record(pair, ruling, scores[pair.pk]) for pair, ruling in rulings]
    record_decisions(campaign=campaign, records=records, now=now)
    return [ruling.outcome for _, ruling in rulings]


def _ruling(pair: Pair, scores: list[FinalScore]) -> Ruling:
    assert pair.batch is not None  # a pair has seats only in a batch
    return rule_on([score.relevance for score in scores], tolerance=pair.batch.protocol.tolerance)


def _verdict(pair: Pair, ruling: Ruling, scores: list[FinalScore], now: datetime) -> Verdict:
    assert pair.batch is not None
    return Verdict(
        pair=pair,
        attempt=pair.attempt,
        kind=VerdictKind(ruling.outcome.value),
        relevance=ruling.relevance,
        round=max(score.round for score in scores),
        protocol=pair.batch.protocol,
        actor="rule",
        decided_at=now,
    )


def _record(pair: Pair, ruling: Ruling, scores: list[FinalScore]) -> Record:
    assert pair.batch is not None
    payload = {
        "attempt": pair.attempt,
        "outcome": ruling.outcome.value,
        "relevance": ruling.relevance,
        "rule": "R3" if len(scores) == 2 else "R5",
        "protocol": pair.batch.protocol.version,
        "tolerance": pair.batch.protocol.tolerance,
        "scores": [[score.round, score.worker, score.relevance] for score in scores],
        "kept": list(ruling.kept),
    }
    kind = PAIR_ESCALATED if ruling.outcome == Outcome.ESCALATED else PAIR_VERDICT
    return Record(kind, "rule", payload, pair.query.query_id, pair.number)


RULES: dict[CampaignKind, Callable[..., Sequence[str]]] = {
    CampaignKind.GRADE: _rule_on_pairs,
    CampaignKind.MARK: rule_on_questions,
    CampaignKind.TWIN: rule_on_twins,
}
