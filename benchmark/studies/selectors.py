"""What every study of runs reads: the runs to choose from, and their predictions on the labels in force."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from benchmark.models import LabelSnapshot, Run, RunKind
from benchmark.snapshots.selectors import newest_snapshot
from evaluation.metrics.columns import Predictions
from evaluation.reading.labels import Labels
from evaluation.scoring.answers import kept_predictions
from moments.base.errors import BadInput
from moments.models import Campaign

NO_LABELS = "the campaign has no labels yet"


def comparable_runs(campaign: Campaign) -> QuerySet[Run]:
    """The runs that are scored against the labels in force, without their scores: uploaded ones, then references."""
    runs = Run.objects.filter(campaign=campaign, scores__snapshot=newest_snapshot(campaign))
    return runs.order_by("-kind", "number")


def uploaded_numbers(campaign: Campaign, most: int) -> list[int]:
    """The numbers of those that were uploaded, as many as can be studied at once."""
    uploaded = comparable_runs(campaign).filter(kind=RunKind.UPLOADED)
    return list(uploaded.values_list("number", flat=True)[:most])


def require_comparable(campaign: Campaign, numbers: Sequence[int]) -> LabelSnapshot:
    """The graded labels in force; raises BadInput if there are none, or a run is not scored against them."""
    if campaign.is_twin:
        raise BadInput("runs on twins are not studied; only runs on graded relevance are")
    snapshot = newest_snapshot(campaign)
    if snapshot is None:
        raise BadInput(NO_LABELS)
    there = set(comparable_runs(campaign).values_list("number", flat=True))
    if missing := sorted(set(numbers) - there):
        raise BadInput(f"runs: run {missing[0]} is not scored against the current labels")
    return snapshot


def run_predictions(campaign: Campaign, numbers: Sequence[int], labels: Labels) -> tuple[list[str], list[Predictions]]:
    """The names of the runs in the order of their numbers, and what they answer, in the labels' numbering of videos."""
    runs = comparable_runs(campaign).filter(number__in=numbers).order_by("number").select_related("scores")
    names, predictions = [], list[Predictions]()
    for run in runs.defer("scores__values").iterator(chunk_size=10):
        names.append(run.name)
        predictions.append(kept_predictions(run.scores.answers, labels))
    return names, predictions
