"""The sweep: finalises scores, rules on complete rounds, reviews decided batches, fills queues.

Every step reads what is stored and may be lost, repeated or late without harm; what a step decides
is committed whole with its ledger entries.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction

from annotator.services.finalising import finalise_scores
from annotator.services.lockouts import forget_old_failures
from annotator.services.parting import part_campaign
from annotator.services.queue import fill_queues
from annotator.services.rates import mirror_rate
from annotator.services.seating import add_second_round, mark_settled
from annotator.services.sittings import advance_sittings
from consensus.models import Verdict, VerdictKind
from consensus.rules.agreement import Outcome, Ruling, rule_on
from consensus.selectors.settling import FinalScore, complete_pairs, final_scores
from consensus.services.recutting import return_recut_pairs
from consensus.services.reviewing import review_batches
from consensus.services.warning import warn_about_people
from consensus.services.withdrawing import withdraw_examples
from moments.chain import Record
from moments.models import Campaign, CampaignStatus, Pair
from moments.services.campaigns import hold_campaign
from moments.services.ledger import record_decisions

PAIRS_AT_ONCE = 500
logger = logging.getLogger("reelevance.sweep")


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did."""

    finalised: int = 0
    agreed: int = 0
    escalated: int = 0
    discarded: int = 0
    reviewed: int = 0
    reserved: int = 0
    returned: int = 0
    advanced: int = 0


def settle_campaigns(*, now: datetime) -> dict[str, Swept]:
    """One sweep over every campaign that was opened; by slug. Of those in draft the exams alone are swept.

    A campaign whose sweep fails is logged and left to the next; the others are swept all the same. The
    failure is raised at the end. Wrong passwords of a while ago are forgotten first.
    """
    forget_old_failures(now=now)
    swept: dict[str, Swept] = {}
    failure: DatabaseError | None = None
    for campaign in Campaign.objects.order_by("pk"):
        try:
            if campaign.status == CampaignStatus.ARCHIVE:
                continue
            if campaign.status == CampaignStatus.DRAFT:
                sweep_exam(campaign=campaign, now=now)
                continue
            if _is_first_of_hour(campaign.swept_at, now) and (parted := part_campaign(campaign)):
                logger.warning("%s: %s open seats had to leave a share that nobody would take", campaign.slug, parted)
            swept[campaign.slug] = settle_campaign(campaign=campaign, now=now)
            mirror_rate(campaign=campaign, now=now)
            warn_about_people(campaign=campaign, now=now)
        except DatabaseError as error:
            logger.exception("sweep of %s failed, the next one does its work", campaign.slug)
            failure = error
    if failure is not None:
        raise failure
    return swept


def _is_first_of_hour(before: datetime | None, now: datetime) -> bool:
    """Whether no sweep was made in this hour yet."""
    return before is None or before.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1) <= now


def settle_campaign(*, campaign: Campaign, now: datetime, with_clips: bool = True) -> Swept:
    """One sweep over one campaign; repeating it at once finds nothing more to do."""
    finalised = _finalise(campaign, now)
    advanced = advance_sittings(campaign=campaign, now=now)
    outcomes: list[Outcome] = []
    while ruled := _rule_on_some(campaign, now):
        outcomes += ruled
    withdraw_examples(campaign=campaign, now=now)
    reviewed = review_batches(campaign=campaign, now=now)
    returned = return_recut_pairs(campaign=campaign, now=now)
    reserved = fill_queues(campaign=campaign, now=now, with_clips=with_clips)
    return Swept(
        finalised,
        outcomes.count(Outcome.AGREED),
        outcomes.count(Outcome.ESCALATED),
        outcomes.count(Outcome.DISCARDED),
        reviewed,
        reserved,
        returned,
        advanced,
    )


def sweep_exam(*, campaign: Campaign, now: datetime) -> int:
    """Finalise scores and move sittings on, which people may begin before the campaign opens; how many moved."""
    with transaction.atomic():
        finalise_scores(campaign=campaign, now=now)
    return advance_sittings(campaign=campaign, now=now)


def _finalise(campaign: Campaign, now: datetime) -> int:
    with transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(swept_at=now)
        return finalise_scores(campaign=campaign, now=now)


@transaction.atomic
def _rule_on_some(campaign: Campaign, now: datetime) -> list[Outcome]:
    """Rule on up to 500 pairs."""
    hold_campaign(campaign)
    pairs = complete_pairs(campaign, most=PAIRS_AT_ONCE)
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
    kind = "pair_escalated" if ruling.outcome == Outcome.ESCALATED else "pair_verdict"
    return Record(kind, "rule", payload, pair.query.query_id, pair.number)
