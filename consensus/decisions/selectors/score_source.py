"""Where a campaign's scores lie: on its seats or, of an archive, in scores given elsewhere; never in both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.models import Score
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.decisions.selectors.verdicts import final_scores
from consensus.models import ArchiveScore, Verdict, VerdictKind
from moments.models import Campaign, CampaignStatus, Pair

RULED = (VerdictKind.AGREED, VerdictKind.DISCARDED, VerdictKind.ADJUDICATED)  # adjudicated: the rule had discarded it


@dataclass(frozen=True, slots=True)
class ScoreSource:
    """The scores that a campaign's agreed and discarded verdicts rest on, in order of pair, round and seat or row.

    `pair` and `worker` are what the rows call their pair and the pseudonym of who gave them.
    """

    ruled: QuerySet[Any, Any]
    pair: str
    worker: str

    def of_pair(self, fields: Iterable[str]) -> tuple[str, ...]:
        """The pair's fields as the rows call them."""
        return tuple(f"{self.pair}__{field}" for field in fields)


def is_archive(campaign: Campaign) -> bool:
    """Whether the campaign's scores were given elsewhere."""
    return campaign.status == CampaignStatus.ARCHIVE


def score_source(campaign: Campaign) -> ScoreSource:
    """Where the scores of the campaign's pairs' current attempts are."""
    if is_archive(campaign):
        return ScoreSource(archived_scores(campaign).order_by("pair__number", "position"), "pair", "worker")
    ruled = Verdict.objects.filter(
        pair=OuterRef("seat__pair"),
        attempt=OuterRef("seat__attempt"),
        superseded=False,
        kind__in=RULED,
    )
    live = {f"seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    scores = Score.objects.filter(
        Exists(ruled), current=True, seat__campaign=campaign, seat__attempt=F("seat__pair__attempt"), **live
    )
    return ScoreSource(
        scores.order_by("seat__pair__number", "seat__round", "seat__number"), "seat__pair", "annotator__pseudonym"
    )


def archived_scores(campaign: Campaign) -> QuerySet[ArchiveScore]:
    """Of an archive the scores that its verdicts rest on; withdrawn and undecided pairs are left out."""
    ruled = Verdict.objects.filter(pair=OuterRef("pair"), superseded=False, kind__in=RULED)
    return ArchiveScore.objects.filter(Exists(ruled), campaign=campaign)


def archived_by_pair(campaign: Campaign) -> dict[int, tuple[int, ...]]:
    """The same by pair (by primary key), ascending: files do not tell which of four came first."""
    found: dict[int, list[int]] = defaultdict(list)
    for pair, relevance in archived_scores(campaign).values_list("pair", "relevance"):
        found[pair].append(relevance)
    return {pair: tuple(sorted(scores)) for pair, scores in found.items()}


def relevances_of(campaign: Campaign, pairs: Sequence[Pair]) -> dict[int, list[int]]:
    """The scores of the pairs' current attempts by pair (by primary key), in order of round and seat or row."""
    found: dict[int, list[int]] = defaultdict(list)
    if not is_archive(campaign):
        for pair, scores in final_scores(pairs).items():
            found[pair] = [score.relevance for score in scores]
        return found
    rows = ArchiveScore.objects.filter(pair__in=[pair.pk for pair in pairs]).order_by("pair", "position")
    for pair, relevance in rows.values_list("pair", "relevance"):
        found[pair].append(relevance)
    return found
