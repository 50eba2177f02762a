"""Which pairs a lead can withdraw or reopen, and why the others cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.models import GuidelineExample
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from moments.models import CampaignKind, CampaignStatus, Pair, Query

SHOWN_AS_EXAMPLE = "everyone has seen it as an example in the guideline"


def reread_attempts(pairs: Sequence[Pair]) -> None:
    """Give the pairs the attempts that they are in now, for a caller who holds the campaign."""
    attempts = dict(Pair.objects.filter(pk__in=[pair.pk for pair in pairs]).values_list("pk", "attempt"))
    for pair in pairs:
        pair.attempt = attempts[pair.pk]


def standing_verdicts(pairs: Sequence[Pair]) -> dict[int, Verdict]:
    """The current verdicts of the pairs, by pair."""
    return {verdict.pair_id: verdict for verdict in current_verdicts().filter(pair__in=[pair.pk for pair in pairs])}


def refused_withdrawals(pairs: Sequence[Pair]) -> dict[int, str]:
    """Why pairs cannot end unjudged in their batches, by primary key; none for those that can."""
    standing = standing_verdicts(pairs)
    refused = {}
    for pair in pairs:
        verdict = standing.get(pair.pk)
        if pair.batch_id is None:
            refused[pair.pk] = f"pair {pair.number} is not in an open batch"
        elif verdict is not None:
            who = f"withdrawn by {verdict.actor}" if verdict.kind == VerdictKind.WITHDRAWN else verdict.kind
            refused[pair.pk] = f"pair {pair.number} is already decided: {who}"
    return refused


def refused_reopenings(pairs: Sequence[Pair]) -> dict[int, str]:
    """Why pairs of one campaign cannot be scored again, by primary key; none for those that can."""
    standing = standing_verdicts(pairs)
    examples = GuidelineExample.objects.filter(pair__in=[pair.pk for pair in pairs]).values_list("pair", flat=True)
    shown = set(examples)
    queries = Query.objects.filter(pk__in={pair.query_id for pair in pairs}, retired_at__isnull=False)
    retired = set(queries.values_list("pk", flat=True))
    reasons = {pair.pk: _why_not_reopened(pair, standing, shown, retired) for pair in pairs}
    return {pk: reason for pk, reason in reasons.items() if reason}


def _why_not_reopened(pair: Pair, standing: dict[int, Verdict], shown: set[int], retired: set[int]) -> str:
    checks = {
        "the campaign is an archive; nobody can score the pair again": pair.campaign.status == CampaignStatus.ARCHIVE,
        "a question cannot be reopened, but it can be withdrawn": pair.campaign.kind == CampaignKind.MARK,
        "a pair of twins cannot be reopened; undo the decision on it instead": pair.campaign.kind == CampaignKind.TWIN,
        f"pair {pair.number} is not in an open batch": pair.batch_id is None,
        f"pair {pair.number} is not decided: it is being scored, attempt {pair.attempt}": pair.pk not in standing,
        f"query {pair.query.query_id} is retired": pair.query_id in retired,
        f"pair {pair.number} cannot be scored again: {SHOWN_AS_EXAMPLE}": pair.pk in shown,
    }
    return next((reason for reason, holds in checks.items() if holds), "")
