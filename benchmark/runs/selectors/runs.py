"""What the pages and the API say of a campaign's runs; scores by query stay where they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from annotator.people.selectors.access import Lead
from benchmark.models import LabelSnapshot, Run, RunKind, RunScores, RunState
from benchmark.runs.charts import RunMean, interval_plot
from benchmark.runs.measures import SHOWN, measures_at
from benchmark.runs.seeds import Spread, seeded, spread_of
from benchmark.snapshots.selectors import newest_snapshot
from evaluation.metrics.ndcg import NDCG
from evaluation.scoring.scorecard import ALL
from moments.base.charts import Chart
from moments.base.errors import BadInput
from moments.models import Campaign, Job, JobState

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
class SeedGroup:
    """The runs of one system under several seeds, all scored against the labels in force, by seed."""

    system: str
    seeds: list[int]
    scores: list[RunScores]

    def spread(self, measure: str, split: str) -> Spread | None:
        """Mean and standard deviation of a measure over the runs; None if fewer than two of them have it."""
        values = [value_of(scores, measure, split) for scores in self.scores]
        return spread_of([value.mean for value in values if value is not None])


@dataclass(frozen=True, slots=True)
class LabelsInForce:
    """The labels in force and how many decisions the ledger holds that they do not know."""

    snapshot: LabelSnapshot
    behind: int


def listed_runs(lead: Lead) -> QuerySet[Run]:
    """The runs of the lead's campaign, uploaded ones by falling number, then the references."""
    return runs_of(lead.campaign)


def runs_of(campaign: Campaign) -> QuerySet[Run]:
    """The campaign's runs in the same order, for a command."""
    runs = Run.objects.filter(campaign=campaign).select_related("scores__snapshot", "job").defer(*BLOBS)
    return runs.order_by("-kind", "-number")


def run_numbered(lead: Lead, number: int) -> Run:
    """One run with its scores' figures; raises Http404 if the campaign has none of that number."""
    run = listed_runs(lead).filter(number=number).first()
    if run is None:
        raise Http404("no such run")
    run.campaign = lead.campaign
    return run


def labels_in_force(lead: Lead) -> LabelsInForce | None:
    """The newest snapshot of the lead's campaign, None before the first."""
    return labels_in_force_of(lead.campaign)


def labels_in_force_of(campaign: Campaign) -> LabelsInForce | None:
    """The campaign's newest snapshot, for a command; None before the first."""
    snapshot = newest_snapshot(campaign)
    if snapshot is None:
        return None
    return LabelsInForce(snapshot, campaign.ledger_head.length - snapshot.ledger_length)


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


def seed_groups(runs: Iterable[Run], labels: LabelsInForce | None) -> list[SeedGroup]:
    """Uploaded runs whose names differ only in the seed, two or more, by system; of one seed the newest run counts."""
    found: dict[str, dict[int, RunScores]] = {}
    for run in sorted(runs, key=lambda run: -run.number):
        name, scores = seeded(run.name), scores_of(run)
        if run.is_reference or name is None or scores is None or labels is None:
            continue
        if scores.snapshot_id == labels.snapshot.pk:
            found.setdefault(name.system.casefold(), {}).setdefault(name.seed, scores)
    groups = []
    for by_seed in found.values():
        if len(by_seed) > 1:
            seeds = sorted(by_seed)
            first = seeded(by_seed[seeds[0]].run.name)
            groups.append(SeedGroup(first.system if first else "", seeds, [by_seed[seed] for seed in seeds]))
    return sorted(groups, key=lambda group: group.system.casefold())


@dataclass(frozen=True, slots=True)
class GridRow:
    """One run at a cut-off and a threshold: each measure, and NDCG of the similarity order of the same labels."""

    k: int
    iou: float
    values: list[Value | None]
    order: Value | None


def grid_of(scores: RunScores | None, order: RunScores | None, split: str) -> list[GridRow]:
    """The run under every measure; empty if it has no scores."""
    if scores is None:
        return []
    return [
        GridRow(
            k,
            iou,
            [value_of(scores, name, split) for name in measures_at(k, iou).values()],
            value_of(order, NDCG.named(k, iou), split),
        )
        for k, iou in product(SHOWN.ks, SHOWN.ious)
    ]


def similarity_order(runs: Iterable[Run], scores: RunScores | None) -> RunScores | None:
    """The scores of the similarity order against the same labels as a run's scores; None if there are none."""
    if scores is None:
        return None
    order = next((scores_of(run) for run in runs if run.kind == RunKind.SIMILARITY), None)
    return order if order is not None and order.snapshot_id == scores.snapshot_id else None


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


def next_job(jobs: list[Job]) -> Job | None:
    """The job that is under way, else the one that was ordered first of those that wait."""
    live = [job for job in jobs if job.is_live]
    return min(live, key=lambda job: (job.state != JobState.RUNNING, job.ordered_at, job.pk), default=None)
