"""Which labels are in force for scoring, and whose turn it is to be renewed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from benchmark.models import LabelSnapshot
from consensus.models import Verdict, VerdictKind
from evaluation.reading.label_set import LabelSet, unpacked_label_set
from evaluation.reading.packing import unpacked
from moments.models import Campaign, CampaignKind


@dataclass(frozen=True, slots=True)
class Renewable:
    """A campaign that has labels, its newest snapshot, and how long its ledger is."""

    campaign: Campaign
    newest: LabelSnapshot | None
    ledger_length: int


def newest_snapshot(campaign: Campaign) -> LabelSnapshot | None:
    """The campaign's labels in force, without their content."""
    return LabelSnapshot.objects.filter(campaign=campaign).defer("content").order_by("-number").first()


def labels_in(snapshot: LabelSnapshot) -> LabelSet:
    """What the snapshot holds."""
    name = f"the labels of {snapshot.campaign.slug} at ledger entry {snapshot.ledger_length}"
    return unpacked_label_set(snapshot.content, name=name)


def labelled_queries(snapshot: LabelSnapshot) -> set[str]:
    """The ids, as text, of the queries that the snapshot has labels of."""
    return set(unpacked(snapshot.content, "queries")[0].tolist())


def renewable_campaigns() -> list[Renewable]:
    """Every opened campaign with an agreed grade; runs on marked segments are not scored here."""
    agreed = Verdict.objects.filter(pair__campaign=OuterRef("pk"), kind=VerdictKind.AGREED, superseded=False)
    opened = Campaign.objects.filter(Exists(agreed), kind=CampaignKind.GRADE, opened_at__isnull=False)
    campaigns = list(opened.select_related("ledger_head").order_by("pk"))
    newest: dict[int, LabelSnapshot] = {}
    snapshots = LabelSnapshot.objects.filter(campaign__in=campaigns).defer("content").order_by("number")
    for snapshot in snapshots:
        newest[snapshot.campaign_id] = snapshot
    return [Renewable(campaign, newest.get(campaign.pk), campaign.ledger_head.length) for campaign in campaigns]
