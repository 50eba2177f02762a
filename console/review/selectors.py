"""How far a campaign is, for the head of the review page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from annotator.models import Problem
from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.verdicts import current_verdicts, unscorable_pairs
from consensus.models import BatchReview, Decision
from moments.models import Batch, Split


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """How far a campaign is, in queries and in pairs of opened batches."""

    queries: int
    open: int
    closed: int
    pairs: int
    decided: int
    awaiting: int
    parked: int
    stuck: int
    problems: int

    @property
    def undecided(self) -> int:
        """Pairs of opened batches without a verdict."""
        return self.pairs - self.decided


def campaign_progress(lead: Lead) -> CampaignProgress:
    """The campaign's counts, in a fixed number of SQL queries."""
    campaign = lead.campaign
    opened = Batch.objects.filter(query=OuterRef("pk"))
    close = BatchReview.objects.filter(batch__query=OuterRef("pk"), decision=Decision.CLOSE, superseded=False)
    queries = campaign.queries.exclude(split=Split.EXAM).aggregate(
        total=Count("pk"),
        opened=Count("pk", filter=Exists(opened)),
        closed=Count("pk", filter=Exists(close)),
    )
    pairs = campaign.pairs.aggregate(
        opened=Count("pk", filter=Q(batch__isnull=False)), parked=Count("pk", filter=Q(parked=True))
    )
    return CampaignProgress(
        queries=queries["total"],
        open=queries["opened"] - queries["closed"],
        closed=queries["closed"],
        pairs=pairs["opened"],
        decided=current_verdicts().filter(pair__campaign=campaign).count(),
        awaiting=campaign.reviews.filter(decision=Decision.PENDING, superseded=False).count(),
        parked=pairs["parked"],
        stuck=unscorable_pairs(campaign).count(),
        problems=Problem.objects.filter(pair__campaign=campaign, resolved_at=None).count(),
    )
