"""What the pages and the API say of a campaign's runs; scores by query stay where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from annotator.people.selectors.access import Lead
from benchmark.models import LabelSnapshot, Run, RunScores, RunState
from benchmark.runs.charts import RunMean, interval_plot
from benchmark.runs.measures import measures_at
from benchmark.snapshots.selectors import newest_snapshot
from evaluation.scoring.scorecard import ALL
from moments.base.charts import Chart
from moments.base.errors import BadInput

BLOBS = ("scores__values", "scores__answers", "scores__snapshot__content")


@dataclass(frozen=True, slots=True)
class Shown:
    """Which figures a page shows."""

    split: str
    k: int
    iou: float


@dataclass(frozen=True, slots=True)
class Value:
    """A measure's mean with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with the figures that are shown of it, None if it has none; `stale` where labels are newer."""

    run: Run
    scores: RunScores | None
    values: list[Value | None]
    stale: bool


@dataclass(frozen=True, slots=True)
class MeasurePlot:
    """One measure's plot over the runs."""

    family: str
    measure: str
    plot: Chart


@dataclass(frozen=True, slots=True)
class LabelsInForce:
    """The labels in force and how many decisions the ledger holds that they do not know."""

    snapshot: LabelSnapshot
    behind: int


def listed_runs(lead: Lead) -> QuerySet[Run]:
    """The campaign's runs, uploaded ones by falling number, then the references."""
    runs = Run.objects.filter(campaign=lead.campaign).select_related("scores__snapshot", "job").defer(*BLOBS)
    return runs.order_by("-kind", "-number")


def run_numbered(lead: Lead, number: int) -> Run:
    """One run with its scores' figures; raises Http404 if the campaign has none of that number."""
    run = listed_runs(lead).filter(number=number).first()
    if run is None:
        raise Http404("no such run")
    run.campaign = lead.campaign
    return run


def labels_in_force(lead: Lead) -> LabelsInForce | None:
    """The newest snapshot, None before the first."""
    snapshot = newest_snapshot(lead.campaign)
    if snapshot is None:
        return None
    return LabelsInForce(snapshot, lead.campaign.ledger_head.length - snapshot.ledger_length)


def run_rows(runs: list[Run], labels: LabelsInForce | None, shown: Shown) -> list[RunRow]:
    """The runs with the measures of `shown`, in the order of reports."""
    rows, names = [], measures_at(shown.k, shown.iou).values()
    for run in runs:
        scores = scores_of(run)
        stale = scores is not None and labels is not None and scores.snapshot_id != labels.snapshot.pk
        rows.append(RunRow(run, scores, [value_of(scores, name, shown.split) for name in names], stale))
    return rows


def plots_of(rows: list[RunRow], shown: Shown) -> list[MeasurePlot]:
    """A plot for each family, of the runs that are scored against the labels in force, best first."""
    plots = []
    for at, (family, measure) in enumerate(measures_at(shown.k, shown.iou).items()):
        found = [
            RunMean(row.run.name, value.mean, value.low, value.high, row.run.is_reference)
            for row in rows
            if (value := row.values[at]) is not None and not row.stale
        ]
        found.sort(key=lambda one: (-one.mean, one.name))
        if found:
            plots.append(MeasurePlot(family, measure, interval_plot(found)))
    return plots


def required_scores(run: Run) -> RunScores:
    """The run's scores; raises BadInput, saying why, if there are none to compare."""
    if run.state == RunState.FAILED:
        raise BadInput(f"run {run.number} failed: {run.reason}")
    scores = scores_of(run)
    if scores is None:
        raise BadInput(f"run {run.number} is not scored yet")
    return scores


def scores_of(run: Run) -> RunScores | None:
    """The run's scores, None if it was never scored."""
    return getattr(run, "scores", None)


def value_of(scores: RunScores | None, measure: str, split: str) -> Value | None:
    """One measure of one split; None if the run has none."""
    summary: dict[str, Any] = scores.summary.get(split, {}) if scores is not None else {}
    found = summary.get("measures", {}).get(measure)
    return None if found is None else Value(*found)


def known_splits(runs: list[Run]) -> list[str]:
    """Every split that some run was scored on, "all" first."""
    splits = {split for run in runs if (scores := scores_of(run)) is not None for split in scores.summary}
    return [ALL, *sorted(splits - {ALL})]
