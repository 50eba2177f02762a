"""Who may see the lead's pages, and how far a campaign is."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404

from annotator.models import Problem, Role, Standing, User
from annotator.selectors.people import memberships
from consensus.models import BatchReview, Decision
from consensus.selectors.settling import current_verdicts, unscorable_pairs
from moments.models import Batch, Campaign, Split

ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody who leads `campaign`, with the name under which they decide."""

    campaign: Campaign
    actor: str


@dataclass(frozen=True, slots=True)
class Progress:
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


def led_campaign(user: User, slug: str) -> Lead:
    """The campaign for its lead or an admin.

    Raises Http404 where the person is not in the campaign, PermissionDenied for annotators and the suspended.
    """
    if user.is_admin:
        campaign = Campaign.objects.filter(slug=slug).first()
        if campaign is None:
            raise Http404("no such campaign")
        return Lead(campaign, ADMIN)
    member = memberships(user, slug=slug).first()
    if member is None:
        raise Http404("no such campaign")
    if member.role != Role.LEAD or member.standing == Standing.SUSPENDED:
        raise PermissionDenied("only leads who are not suspended")
    return Lead(member.campaign, member.pseudonym)


def campaign_progress(lead: Lead) -> Progress:
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
    return Progress(
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
