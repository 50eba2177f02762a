"""Which labels are in force for scoring, and whose turn it is to be renewed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef

from benchmark.models import LabelSnapshot
from consensus.labels.selectors.labels import labels as labels_now
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.accepted import accepted_twins
from evaluation.reading.label_set import (
    LabelRow,
    LabelSet,
    digest_of,
    label_set,
    packed_label_set,
    unpacked_label_set,
)
from evaluation.reading.packing import unpacked
from evaluation.twins.metrics.items import TwinItems
from evaluation.twins.reading.kept_items import digest_of_items, packed_items, unpacked_items
from evaluation.twins.reading.labels import TwinLabels
from moments.models import Campaign, CampaignKind

SCORED_KINDS = (CampaignKind.GRADE, CampaignKind.TWIN)


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


def twin_labels_in(snapshot: LabelSnapshot) -> TwinLabels:
    """What the snapshot of a twins campaign holds."""
    name = f"the labels of {snapshot.campaign.slug} at ledger entry {snapshot.ledger_length}"
    return TwinLabels(name, unpacked_items(snapshot.content), {})


@dataclass(frozen=True, slots=True)
class TakenLabels:
    """Labels as they are now: how many of how many queries, what tells them from others, and their bytes."""

    labels: int
    queries: int
    digest: str
    pack: Callable[[], bytes]


def taken_labels(campaign: Campaign) -> TakenLabels | None:
    """The labels of the campaign's standing verdicts; None if it has none yet."""
    return _taken_twins(campaign) if campaign.is_twin else _taken_grades(campaign)


def _taken_grades(campaign: Campaign) -> TakenLabels | None:
    rows = (
        LabelRow(
            one.pair_id,
            one.query_id,
            one.split,
            one.video_name,
            one.start_s,
            one.end_s,
            one.similarity,
            one.relevance,
        )
        for one in labels_now(campaign)
    )
    found = label_set(rows, name=f"the labels of {campaign.slug}")
    if not found.labels.query_ids:
        return None
    count, queries = len(found.labels.truths.row), len(found.labels.query_ids)
    return TakenLabels(count, queries, digest_of(found), lambda: packed_label_set(found))


def _taken_twins(campaign: Campaign) -> TakenLabels | None:
    """Captions count as labels and twins as queries; a video and its caption have the moment's desc_id as name."""
    pairs = accepted_twins(campaign).values_list("forward__desc_id", "backward__desc_id")
    names = [str(desc_id) for pair in pairs for desc_id in pair]
    if not names:
        return None
    places = np.arange(len(names))
    items = TwinItems(names, places % 2 == 0, places ^ 1)
    return TakenLabels(len(names), len(names) // 2, digest_of_items(items), lambda: packed_items(items))


def labelled_queries(snapshot: LabelSnapshot) -> set[str]:
    """The ids, as text, of the queries that the snapshot has labels of."""
    return set(unpacked(snapshot.content, "queries")[0].tolist())


def renewable_campaigns() -> list[Renewable]:
    """Every opened campaign with something agreed; runs on marked segments are not scored here."""
    agreed = Verdict.objects.filter(pair__campaign=OuterRef("pk"), kind=VerdictKind.AGREED, superseded=False)
    opened = Campaign.objects.filter(Exists(agreed), kind__in=SCORED_KINDS, opened_at__isnull=False)
    campaigns = list(opened.select_related("ledger_head").order_by("pk"))
    newest: dict[int, LabelSnapshot] = {}
    snapshots = LabelSnapshot.objects.filter(campaign__in=campaigns).defer("content").order_by("number")
    for snapshot in snapshots:
        newest[snapshot.campaign_id] = snapshot
    return [Renewable(campaign, newest.get(campaign.pk), campaign.ledger_head.length) for campaign in campaigns]
