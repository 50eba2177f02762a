"""Reopens decided pairs: others score them, in their next attempts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.models import Purpose, Score
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.superseding import Superseded, hold_people, restart_alone
from consensus.decisions.ledger_kinds import PAIR_REOPENED
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.selectors.refusals import refused_reopenings, reread_attempts, standing_verdicts
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair


@transaction.atomic
def reopen_pair(*, pair: Pair, actor: str, reason: str, now: datetime) -> Superseded:
    """Start the next attempt at the pair, as `reopen_pairs` does; what no longer counts."""
    return reopen_pairs(campaign=pair.campaign, pairs=[pair], actor=actor, reason=reason, now=now)


@transaction.atomic
def reopen_pairs(*, campaign: Campaign, pairs: Sequence[Pair], actor: str, reason: str, now: datetime) -> Superseded:
    """Supersede the pairs' verdicts and scores and start their next attempts, all or none; what no longer counts.

    Whoever scored a pair stays barred from it (I3). The reviews of their batches are superseded, so that a batch is
    reviewed again once its pairs are decided; an extended batch stays extended. Raises BadInput without a reason, for
    a pair in no open batch or without a verdict, for a retired query, and for what is or was an example of the
    guideline.
    """
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(campaign)
    hold_people(campaign)
    reread_attempts(pairs)
    refused = refused_reopenings(pairs)
    for pair in pairs:
        if pair.pk in refused:
            raise BadInput(refused[pair.pk])
    standing, scores = standing_verdicts(pairs), _scores(pairs)
    Verdict.objects.filter(pk__in=[verdict.pk for verdict in standing.values()]).update(superseded=True)
    reviews = _supersede_reviews(pairs)
    close_problems(pairs=pairs, now=now, resolution=f"the pair was reopened: {reason}")
    done = restart_alone(pairs=pairs)
    records = []
    for pair in pairs:
        before = standing[pair.pk]
        payload = {
            "attempt": pair.attempt,
            "before": before.kind,
            "relevance": before.relevance,
            "scores": scores[pair.pk],
            "reviews": reviews.pop(pair.batch_id, 0),
            "reason": reason,
        }
        records.append(Record(PAIR_REOPENED, actor, payload, pair.query.query_id, pair.number))
    record_decisions(campaign=campaign, records=records, now=now)
    return done


def _scores(pairs: Sequence[Pair]) -> Counter[int]:
    """How many scores of each pair count so far."""
    seats = Score.objects.filter(current=True, seat__pair__in=[pair.pk for pair in pairs])
    live = seats.filter(seat__purpose=Purpose.CAMPAIGN, seat__superseded=False)
    return Counter(live.values_list("seat__pair", flat=True))


def _supersede_reviews(pairs: Sequence[Pair]) -> Counter[int | None]:
    """Have the pairs' batches reviewed again; how many reviews of each there were."""
    reviews = BatchReview.objects.filter(batch__in={pair.batch_id for pair in pairs}, superseded=False)
    rows = list(reviews.exclude(decision=Decision.EXTEND).values_list("pk", "batch"))
    BatchReview.objects.filter(pk__in=[pk for pk, _ in rows]).update(superseded=True)
    return Counter(batch for _, batch in rows)
